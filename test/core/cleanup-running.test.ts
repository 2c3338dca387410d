import {describe, expect, test} from '@jest/globals';

import {defineModule, defineTool} from '../../src/sdk.js';

describe('cleaning a module up while calls are running', () => {
  test('stops them first, waits for them, then closes what they used', async () => {
    const events: string[] = [];
    const wait = defineTool({
      name: 'wait',
      description: 'Wait until told to stop',
      input: {listens: 'boolean'},
      run: (_module, {listens}, call) =>
        new Promise<null>((_resolve, reject) => {
          if (!listens) return;
          call.signal.addEventListener('abort', () => {
            events.push('stopped');
            reject(new Error('stopped'));
          });
        }),
    });
    const Waiting = defineModule({
      name: 'waiting',
      module: 'WaitingModule',
      description: 'Waits',
      tools: [wait],
      connect: () => ({}),
      close: () => void events.push('closed'),
    });
    const module = await Waiting.create();
    const calls = [true, false].map((listens) => module.getTool('wait').execute({listens}));
    await module.cleanup();
    expect(events).toEqual(['stopped', 'closed']);
    for (const result of await Promise.all(calls)) {
      expect(result).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome: 'unknown'}});
    }
  });

  test('a tool may end its own module', async () => {
    const end = defineTool({
      name: 'end',
      description: 'End the module',
      run: async (module: {cleanup(): Promise<void>}) => {
        await module.cleanup();
        return null;
      },
    });
    const Ending = defineModule({name: 'ending', module: 'EndingModule', description: 'Ends', tools: [end]});
    const module = await Ending.create();
    expect(await module.getTool('end').execute({})).toMatchObject({success: true});
    expect(await module.healthCheck()).toMatchObject({healthy: false});
  });
});
