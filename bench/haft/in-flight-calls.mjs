import {setImmediate} from 'node:timers';
import {Tool} from '../../dist/src/sdk.js';

/** A tool that waits for the next turn of the event loop, as one that does I/O does. */
const tool = new Tool({
  name: 'wait',
  execute: () => new Promise((resolve) => setImmediate(resolve, {done: true})),
  getMetadata: () => ({description: 'Wait for the event loop', input: {id: 'integer'}}),
});

/** `width` calls are in flight at a time. */
export function prepare(width) {
  return {
    async run(calls) {
      for (let made = 0; made < calls; made += width) {
        const flight = Array.from({length: Math.min(width, calls - made)}, (_, id) => tool.execute({id}));
        await Promise.all(flight);
      }
    },
    async check() {
      const {success, error} = await tool.execute({id: 1});
      if (!success) throw new Error(error.message);
    },
  };
}
