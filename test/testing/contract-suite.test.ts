import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {describeModule, moduleContract} from 'haft/testing';
import type {ContractOptions} from 'haft/testing';
import {jsonSchema} from '../../src/sdk.js';
import type {Call, CallOptions, Tool} from '../../src/sdk.js';
import {
  brokenShelf,
  brokenTool,
  open,
  openSpec,
  put,
  putSpec,
  readSpec,
  shelf,
  ShelfInstance,
  ShelfModuleDefinition,
} from './shelf-module.js';
import type {Shelf} from './shelf-module.js';

const secret = 'shelf-secret-0815';
const options: ContractOptions = {config: (folder: string) => ({folder, token: secret}), settleWithin: 500};

const nameOf = (tool: string | undefined, title: string): string => (tool === undefined ? title : `${tool}: ${title}`);

/** Runs cases, all or those named `tool: title`; answers which fail, with why. */
async function failuresOf(
  definition: typeof ShelfModuleDefinition,
  {only, ...more}: ContractOptions & {readonly only?: readonly string[]} = {},
): Promise<Map<string, string>> {
  const failures = new Map<string, string>();
  for (const {tool, title, run} of moduleContract(definition, {...options, ...more})) {
    const name = nameOf(tool, title);
    if (only?.includes(name) === false) continue;
    await run().catch((error: unknown) => failures.set(name, String(error)));
  }
  return failures;
}

const refuses = 'refuses what it does not know or can not read, and executes nothing';
const refusesValues = 'refuses a wrong type or a value out of bounds, by its name, and executes nothing';
const permissions = 'executes nothing that the policy denies, that was cancelled before, or that is a dry run';
const cancelled = 'settles when it is cancelled, and leaves nothing behind';
const timedOut = 'settles when its time is over, and leaves nothing behind';
const handles = 'takes its handles in every spelling, and none that is forged, strange or released';
const cleanup = 'can be cleaned up twice, and leaves no handle';
const wholeRecord = 'has the whole record';
const undone = 'can be taken back where it says so';

type Execute = Tool['execute'];

/** A module whose tools do something else than their pipeline when they are executed. */
function withExecute(change: (execute: Execute) => Execute): typeof ShelfModuleDefinition {
  class Meddling extends ShelfInstance {
    override async initialize(): Promise<void> {
      await super.initialize();
      for (const tool of this.getTools()) tool.execute = change(tool.execute.bind(tool));
    }
  }
  return brokenShelf({Instance: Meddling});
}

const withOptions = (change: (given: CallOptions) => CallOptions): typeof ShelfModuleDefinition =>
  withExecute(
    (execute) =>
      (input, given = {}) =>
        execute(input, change(given)),
  );

interface Breach {
  readonly what: string;
  readonly definition: typeof ShelfModuleDefinition;
  /** Cases that must fail; others may as well. They are named here as `tool: title`. */
  readonly fails: readonly string[];
  /** What the first of them says. */
  readonly says: string | RegExp;
  readonly options?: ContractOptions;
}

const breaches: readonly Breach[] = [
  {
    what: 'has a kind that is not called a module',
    definition: brokenShelf({module: 'Shelf'}),
    fails: ['tells about itself without an instance, in JSON'],
    says: 'Let `module` end with "Module"',
  },
  {
    what: 'does not name the handles it makes',
    definition: brokenShelf({handles: []}),
    fails: ['tells about itself without an instance, in JSON'],
    says: 'shelf.open makes shelf handles, which the module does not name',
  },
  {
    what: 'has other tools than its record says',
    definition: class extends ShelfModuleDefinition {
      static override getMetadata(): ReturnType<typeof ShelfModuleDefinition.getMetadata> {
        const metadata = ShelfModuleDefinition.getMetadata();
        return {...metadata, tools: {...metadata.tools, gone: {...metadata.tools['read']!, tool: 'gone'}}};
      }
    },
    fails: ['lists the tools that its metadata names, as methods too'],
    says: 'The tools of an instance are not those of the metadata',
  },
  {
    what: 'takes any config',
    definition: brokenShelf({config: jsonSchema({type: 'object'})}),
    fails: ['refuses a config with a key that it does not know, and says which'],
    says: 'a misspelt option does nothing',
  },
  {
    what: 'shows its token',
    definition: brokenShelf({config: {folder: 'string', token: 'string?'}}),
    fails: ['shows no secret of its config'],
    says: 'Mark the property of the config `secret: true`',
  },
  {
    what: 'is never healthy',
    definition: brokenShelf({
      check: () => {
        throw new Error('ill');
      },
    }),
    fails: ['is healthy while it lives, and not afterwards'],
    says: 'A fresh module is not healthy',
  },
  {
    what: 'does not end',
    definition: brokenShelf({close: () => new Promise(() => undefined)}),
    fails: [cleanup, `put: ${cancelled}`, `put: ${timedOut}`],
    says: 'can not be cleaned up once',
    options: {settleWithin: 50},
  },
  {
    what: 'makes handles that are nobody’s',
    definition: brokenShelf({}, [
      brokenTool(openSpec, {
        run: (module: ShelfInstance, {name}: {name: string}) =>
          module.runtime.handles.create(
            shelf,
            {name, folder: name},
            {
              owner: {module: 'shelf', instance: {}, session: undefined},
            },
          ),
      }),
    ]),
    fails: [cleanup, `open: ${cancelled}`, `open: ${timedOut}`],
    says: 'Handles are left after the cleanup: shelf',
  },
  {
    what: 'describes no parameter, has no tags and no example',
    definition: brokenShelf({}, [brokenTool(openSpec, {input: {name: 'string'}, tags: [], examples: []})]),
    fails: [`open: ${wholeRecord}`],
    says: /tags; an example of a success; a description of the parameter name/,
  },
  {
    what: 'promises no output',
    definition: brokenShelf({}, [open, brokenTool(readSpec, {output: undefined})]),
    fails: [`read: ${wholeRecord}`],
    says: 'an output schema',
  },
  {
    what: 'has an example that is no JSON',
    definition: brokenShelf({}, [
      brokenTool(openSpec, {examples: [{description: 'Open', input: {name: 'blue'}, output: {at: new Date(0)}}]}),
    ]),
    fails: ['open: has a record that is JSON, but for facts that depend on the input'],
    says: 'The record of shelf.open is no JSON',
  },
  {
    what: 'does not answer to its aliases',
    definition: brokenShelf({
      Instance: class extends ShelfInstance {
        override getTool(name: string): Tool {
          return super.getTool(name === 'openShelf' ? 'put' : name);
        }
      },
    }),
    fails: ['open: is found under its aliases'],
    says: 'shelf.open is not found under its alias openShelf',
  },
  {
    what: 'answers something else than its example',
    definition: brokenShelf({}, [open, brokenTool(putSpec, {run: () => ({size: 3})})]),
    fails: ['put: does what its example says: Put a note'],
    says: /shelf\.put, example "Put a note": size is 3, not 2\n {2}To do: Change `output`/,
  },
  {
    what: 'succeeds where its example fails',
    definition: brokenShelf({}, [open, put, brokenTool(readSpec, {run: () => ({text: 'old'})})]),
    fails: ['read: does what its example says: There is no such note'],
    says: 'expected a failure with RESOURCE_NOT_FOUND',
  },
  {
    what: 'answers a code that it does not declare',
    definition: brokenShelf({}, [open, put, brokenTool(readSpec, {errors: []})]),
    fails: ['read: does what its example says: There is no such note'],
    says: 'answered the code RESOURCE_NOT_FOUND, which the tool does not declare',
  },
  {
    what: 'answers what its schema does not allow',
    definition: brokenShelf({}, [open, brokenTool(putSpec, {run: () => ({size: 'big'})})]),
    fails: ['put: does what its example says: Put a note'],
    says: 'INVALID_OUTPUT',
  },
  {
    what: 'answers dates',
    definition: withExecute((execute) => async (input, given) => {
      const result = await execute(input, given);
      return result.success ? {...result, data: {at: new Date(0)}} : result;
    }),
    fails: ['read: does what its example says: Read a note'],
    says: 'answered something that does not survive JSON',
  },
  {
    what: 'rejects instead of answering',
    definition: withExecute(() => () => Promise.reject(new Error('no'))),
    fails: ['read: does what its example says: Read a note'],
    says: 'threw Error: no out of execute',
  },
  {
    what: 'answers data instead of a result',
    definition: withExecute(() => () => Promise.resolve('data' as never)),
    fails: ['read: does what its example says: Read a note'],
    says: 'which is no result',
  },
  {
    what: 'changes what it was given',
    definition: withExecute((execute) => (input, given) => {
      if (input && !Object.isFrozen(input)) Object.assign(input, {seen: true});
      return execute(input, given);
    }),
    fails: [`read: ${refuses}`],
    says: 'changed the input that it was given',
  },
  {
    what: 'runs whatever it is given',
    definition: withExecute((execute) => (_input, given) => execute({name: 'blue'}, given)),
    fails: [`open: ${refuses}`, `open: ${refusesValues}`],
    says: 'was not refused before it ran',
  },
  {
    what: 'acts before it refuses',
    definition: brokenShelf({
      Instance: class extends ShelfInstance {
        override async initialize(): Promise<void> {
          await super.initialize();
          const tool = this.getTool('read');
          const execute = tool.execute.bind(tool);
          tool.execute = async (input, given) => {
            await writeFile(join(this.config.folder, 'log'), 'called');
            return execute(input, given);
          };
        }
      },
    }),
    fails: [`read: ${refuses}`, `read: ${permissions}`, 'read: changes nothing where it says so'],
    says: 'refused its input, and changed something all the same',
  },
  {
    what: 'finds no fault in any parameter',
    definition: brokenShelf({
      Instance: class extends ShelfInstance {
        override async initialize(): Promise<void> {
          await super.initialize();
          this.getTool('read').validate = () => ({valid: true, errors: []});
        }
      },
    }),
    fails: [`read: ${refusesValues}`],
    says: 'does not name the parameter shelf',
  },
  {
    what: 'runs in a dry run',
    definition: withOptions(({dryRun: _dryRun, ...rest}) => rest),
    fails: [`put: ${permissions}`],
    says: 'as a dry run: expected null and nothing executed',
  },
  {
    what: 'runs when it was cancelled',
    definition: withOptions(({signal: _signal, ...rest}) => rest),
    fails: [`put: ${permissions}`],
    says: 'cancelled before: expected OPERATION_CANCELLED and nothing executed',
  },
  {
    what: 'has side effects that it denies',
    definition: brokenShelf({}, [
      open,
      put,
      brokenTool(readSpec, {
        run: async (_shelves: ShelfInstance, it: {shelf: Shelf}) => {
          await writeFile(join(it.shelf.folder, 'read'), 'yes');
          return {text: 'old'};
        },
      }),
    ]),
    fails: ['read: changes nothing where it says so'],
    says: 'says that it has no side effects, and changed something',
  },
  {
    what: 'is not idempotent, and says it is',
    definition: brokenShelf({}, [
      open,
      brokenTool(putSpec, {
        run: async (shelves: ShelfInstance, it: {shelf: Shelf; title: string; text: string}, call: Call) => {
          const {size} = await putSpec.run(shelves, {...it, title: `${it.title}-${call.callId}`}, call);
          return {size};
        },
      }),
    ]),
    fails: ['put: can be done twice as if it were done once'],
    says: 'says that it is idempotent, and changed more the second time',
  },
  {
    what: 'does not take back what it did',
    definition: brokenShelf({}, [open, brokenTool(putSpec, {undo: () => undefined})]),
    fails: [`put: ${undone}`],
    says: 'was taken back, and left something changed',
  },
  {
    what: 'can not be taken back at all',
    definition: brokenShelf({}, [
      open,
      brokenTool(putSpec, {
        undo: () => {
          throw new Error('never');
        },
      }),
    ]),
    fails: [`put: ${undone}`],
    says: 'could not be taken back',
  },
  {
    what: 'records no way back',
    definition: brokenShelf({}, [
      open,
      brokenTool(putSpec, {
        run: (shelves: ShelfInstance, it: never, call: Call) =>
          putSpec.run(shelves, it, {...call, undo: () => undefined} as unknown as Call),
      }),
    ]),
    fails: [`put: ${undone}`],
    says: 'changed something and gave nothing to take it back with',
  },
  {
    what: 'answers handles that it made up',
    definition: brokenShelf({}, [
      brokenTool(openSpec, {run: () => Object.freeze({_handle: true, _type: 'shelf', _id: 'shelf_1', name: 'blue'})}),
    ]),
    fails: ['open: makes handles that are live'],
    says: 'as a shelf handle, which the runtime does not know',
  },
  {
    what: 'takes handles of other sessions',
    definition: withOptions(({context: _context, ...rest}) => rest),
    fails: [`read: ${handles}`],
    says: 'took a handle of another session: expected HANDLE_NOT_FOUND',
  },
  {
    what: 'takes no ids',
    definition: withExecute((execute) => (input, given) => {
      const it = (input ?? {}) as {shelf?: unknown};
      return execute(typeof it.shelf === 'string' ? {...it, shelf: 5} : input, given);
    }),
    fails: [`read: ${handles}`],
    says: 'does not take its id as shelf',
  },
  {
    what: 'does not answer when it is stopped',
    definition: withExecute((execute) => (input, given) => {
      const isStopped = given?.signal?.aborted === false || given?.timeout !== undefined;
      return isStopped ? new Promise(() => undefined) : execute(input, given);
    }),
    fails: [`read: ${cancelled}`, `read: ${timedOut}`],
    says: 'was stopped, and did not answer in 100 ms',
    options: {settleWithin: 100},
  },
  {
    what: 'tells a secret in an event',
    definition: brokenShelf({}, [
      brokenTool(openSpec, {
        run: (shelves: ShelfInstance, input: {name: string}, call: Call) => {
          shelves.runtime.events.emit('log', {tool: call.tool, callId: call.callId, message: `with ${secret}`});
          return openSpec.run(shelves, input, call);
        },
      }),
    ]),
    fails: ['open: shows no secret, whatever it answers, logs or audits'],
    says: 'in its events, shows a secret of the config',
  },
  {
    what: 'answers a secret that nobody marked as one',
    definition: brokenShelf({}, [
      brokenTool(openSpec, {
        run: (_shelves: ShelfInstance, {name}: {name: string}, call: Call) =>
          call.handles.create(shelf, {name: `${name}-of-the-vault`, folder: ''}),
      }),
    ]),
    fails: ['open: does what its example says: Open the blue shelf'],
    says: 'shows a secret of the config',
    options: {secrets: ['-of-the-vault']},
  },
];

describe('the contract suite', () => {
  describeModule({describe, test}, {...options, definition: ShelfModuleDefinition, name: 'shelf'});

  test.each(breaches.map((breach): [string, Breach] => [breach.what, breach]))(
    'finds a module that %s',
    async (_what, {definition, fails, says, options: more}) => {
      const failures = await failuresOf(definition, {...more, only: fails});

      expect([...failures.keys()].sort()).toEqual([...fails].sort());
      expect(failures.get(fails[0]!)).toMatch(says);
      expect(failures.get(fails[0]!)).toMatch(/\n {2}To do: /);
    },
  );

  test('has no case that no module can fail', () => {
    const generic = (name: string): string => name.replace(/^\w+: /, '').replace(/(example says: ).*/, '$1…');
    const cases = moduleContract(ShelfModuleDefinition, options).map(({title}) => generic(title));
    const broken = breaches.flatMap(({fails}) => fails.map(generic));

    expect([...new Set(cases)].filter((title) => !broken.includes(title))).toEqual([]);
  });

  test('holds a tool that can not be run here to its record and to what it refuses', async () => {
    const cases = moduleContract(ShelfModuleDefinition, {...options, notRunnable: {put: 'no pen'}});

    expect(cases.filter(({tool}) => tool === 'put').map(({title}) => title)).toEqual([
      wholeRecord,
      'has a record that is JSON, but for facts that depend on the input',
      'is found under its aliases',
      refuses,
      refusesValues,
    ]);
    expect(cases.filter(({tool}) => tool === 'read').length).toBeGreaterThan(10);
  });

  test('refuses options and tools that it does not know', () => {
    expect(() => moduleContract(ShelfModuleDefinition, {fingerprnt: () => 1} as never)).toThrow('"fingerprnt"');
    expect(() => moduleContract(ShelfModuleDefinition, {notRunnable: {sned: 'x'}})).toThrow('"sned"');
  });

  test('finds describe and test where a runner made them global, and says so where none did', () => {
    const seen: string[] = [];
    const globals = globalThis as unknown as Record<string, unknown>;
    const kept = {describe: globals['describe'], test: globals['test'], it: globals['it']};
    const module = {...options, definition: ShelfModuleDefinition};
    try {
      Object.assign(globals, {
        describe: (name: string, define: () => void) => {
          seen.push(name);
          define();
        },
        test: () => {},
      });
      describeModule(module);
      expect(seen).toEqual(['shelf keeps the contract', 'as a module', 'open', 'put', 'read']);
      Object.assign(globals, {describe: undefined, test: undefined, it: undefined});
      expect(() => describeModule(module)).toThrow('There is no global test runner');
    } finally {
      Object.assign(globals, kept);
    }
  });

  test('takes a state that is no file as the fingerprint, and prepares what setup can not say', async () => {
    const seen: string[] = [];
    const failures = await failuresOf(ShelfModuleDefinition, {
      fingerprint: ({module}) => [module.name, 'never changes'],
      prepare: ({folder}, example) => {
        seen.push(`${folder === '' ? 'nowhere' : 'there'} ${example.description}`);
      },
      tearDown: () => {
        seen.push('down');
      },
    });

    expect([...failures.keys()]).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(['there Put a note', 'down']));
  });
});
