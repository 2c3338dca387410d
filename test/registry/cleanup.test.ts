import {expect, test} from '@jest/globals';

import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {Runtime} from '../../src/sdk.js';
import {FakeClock, settle} from '../../src/testing/fake-clock.js';
import {endingProvider, GitModuleDefinition} from './definitions.js';

const never = (): Promise<void> => new Promise(() => undefined);

/** A registry with one module of each provider. */
async function registryOf(endings: Readonly<Record<string, (() => unknown) | undefined>>, clock = new FakeClock()) {
  const registry = new ToolRegistry({runtime: new Runtime({clock}), cleanupTimeout: 500});
  const providers = Object.entries(endings).map(([name, ending]) => endingProvider(name, ending));
  for (const provider of providers) {
    registry.registerProvider(provider);
    await registry.createModule(provider.name);
  }
  return {registry, clock, cleanups: () => providers.map(({made}) => made[0]?.cleanups)};
}

test('CO07: cleanup goes on past modules that throw, hang, throw at once or throw nothing, names them, and is over in time', async () => {
  const {registry, clock, cleanups} = await registryOf({
    first: undefined,
    throwing: async () => {
      throw new Error('boom');
    },
    hanging: never,
    atOnce: () => {
      throw new Error('at once');
    },
    nothing: () => Promise.reject(undefined),
    last: undefined,
  });
  const cleaning = registry.cleanup();
  const outcome = expect(cleaning).rejects.toMatchObject({
    code: 'CLEANUP_INCOMPLETE',
    context: {modules: ['nothing', 'atOnce', 'hanging', 'throwing']},
    message: expect.stringMatching(/^4 of 6 modules could not be cleaned up: .*hanging: not done after 500 ms.*boom/),
  });
  await clock.advance(500);
  await outcome;
  expect(cleanups()).toEqual([1, 1, 1, 1, 1, 1]);
  expect(registry.listModules()).toEqual([]);
  await expect(registry.cleanup()).resolves.toBeUndefined();
  expect(cleanups()).toEqual([1, 1, 1, 1, 1, 1]);
  expect(clock.waiting).toBe(0);
});

test('many modules that hang are given up together, not one after the other for ever', async () => {
  const endings = Object.fromEntries(Array.from({length: 24}, (_, index) => [`hanging${String(index)}`, never]));
  const {registry, clock} = await registryOf(endings);
  const outcome = expect(registry.cleanup()).rejects.toMatchObject({code: 'CLEANUP_INCOMPLETE'});
  await clock.advance(3 * 500);
  await outcome;
});

test('destroying a module that fails says so, and forgets it all the same', async () => {
  const {registry} = await registryOf({
    throwing: () => {
      throw new Error('boom');
    },
    other: undefined,
  });
  await expect(registry.destroyModule('throwing')).rejects.toMatchObject({
    code: 'CLEANUP_INCOMPLETE',
    context: {modules: ['throwing']},
  });
  expect(registry.listModules().map(({name}) => name)).toEqual(['other']);
  await expect(registry.cleanup()).resolves.toBeUndefined();
});

test('cleanup waits for a module that is just being destroyed', async () => {
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const {registry} = await registryOf({slow: () => gate});
  const events: string[] = [];
  const destroying = registry.destroyModule('slow').then(() => events.push('destroyed'));
  const cleaning = registry.cleanup().then(() => events.push('cleaned'));
  await settle();
  expect(events).toEqual([]);
  finish();
  await Promise.all([destroying, cleaning]);
  expect(events).toEqual(['destroyed', 'cleaned']);
});

test('a registry can be used on after its cleanup, and leaves no handle', async () => {
  const registry = new ToolRegistry({providers: {git: GitModuleDefinition}});
  for (let round = 0; round < 2; round++) {
    await registry.createModule('git');
    await registry.execute('git.clone', {url: 'u'});
    expect(registry.runtime.handles.list()).toHaveLength(1);
    await registry.cleanup();
    expect(registry.runtime.handles.list()).toEqual([]);
  }
});
