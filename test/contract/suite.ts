import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/sdk.js';
import type {
  ModuleInstance,
  ModuleMetadata,
  RuntimeOptions,
  ToolExample,
  ToolMetadata,
  ToolResult,
} from '../../src/sdk.js';

/** What the suite needs to know of a module. */
export interface ModuleUnderTest {
  readonly name: string;
  readonly definition: {
    create(config: object, runtime?: Runtime): Promise<unknown>;
    getMetadata(): ModuleMetadata;
  };
  /** A config for a fresh, empty folder in which examples may do what they say. */
  readonly config: (folder: string) => object;
}

/** A call that an example needs before it: its data is known by a name, which `$name` in an input stands for. */
interface Step {
  readonly tool: string;
  readonly input: unknown;
  readonly as?: string;
}

const isStep = (value: unknown): value is Step => typeof value === 'object' && value !== null && 'tool' in value;

/** An input with the data of earlier steps in place of `$name`. */
function bind(value: unknown, known: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (known[value.slice(1)] ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => bind(item, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bind(item, known)]));
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), {recursive: true});
    await writeFile(path, content);
  }
}

const isFailure = (output: unknown): output is {success: false; error: {code: string}} =>
  typeof output === 'object' && output !== null && (output as {success?: unknown}).success === false;

/** The data an example promises: of a whole result, or as it stands. */
const promisedData = (output: unknown): unknown =>
  typeof output === 'object' && output !== null && (output as {success?: unknown}).success === true
    ? (output as {data?: unknown}).data
    : output;

/** What every module promises (DESIGN 3 to 8), tool by tool. A module passes it, or is no module. */
export function describeModule({name, definition, config}: ModuleUnderTest): void {
  describe(`${name} keeps the contract`, () => {
    const metadata = definition.getMetadata();
    const tools = Object.entries(metadata.tools);
    const made: ModuleInstance[] = [];
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'haft-contract-'));
    });
    afterEach(async () => {
      for (const module of made.splice(0)) await module.cleanup();
      await rm(folder, {recursive: true, force: true});
    });

    const create = async (options: RuntimeOptions = {}): Promise<ModuleInstance> => {
      const module = (await definition.create(config(folder), new Runtime(options))) as ModuleInstance;
      made.push(module);
      return module;
    };

    /** Answers of every call made here are results that survive JSON, with codes that were declared. */
    const execute = async (module: ModuleInstance, tool: string, input: unknown, options = {}): Promise<ToolResult> => {
      const result = await module.getTool(tool).execute(input as Record<string, unknown>, options);
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      if (!result.success) expect(Object.keys(metadata.tools[tool]!.output.error.codes)).toContain(result.error.code);
      return result;
    };

    const prepare = async (module: ModuleInstance, example: ToolExample): Promise<unknown> => {
      const {files = {}, steps = []} = (example.setup ?? {}) as {files?: Record<string, string>; steps?: unknown[]};
      await writeAll(folder, files);
      const known: Record<string, unknown> = {};
      for (const step of steps.filter(isStep)) {
        const result = await execute(module, step.tool, bind(step.input, known));
        if (!result.success) throw new Error(`Step ${step.tool} of an example failed: ${result.error.message}`);
        if (step.as !== undefined) known[step.as] = result.data;
      }
      return bind(example.input, known);
    };

    describe('as a module', () => {
      test('tells about itself without an instance, in JSON', () => {
        expect(metadata).toMatchObject({
          name,
          module: expect.stringMatching(/Module$/),
          description: expect.stringMatching(/./),
        });
        expect(JSON.parse(JSON.stringify(metadata.configSchema))).toEqual(metadata.configSchema);
        expect(tools.length).toBeGreaterThan(0);
      });

      test('lists the tools that its metadata names, as methods too', async () => {
        const module = await create();
        expect(module.listTools()).toEqual(tools.map(([tool]) => tool));
        for (const [tool] of tools)
          expect(typeof (module as unknown as Record<string, unknown>)[tool]).toBe('function');
        expect(module.getMetadata().tools).toEqual(metadata.tools);
      });

      test('refuses a config with a key that it does not know, and says which', async () => {
        const created = definition.create({...config(folder), noSuchKey: 1}) as Promise<ModuleInstance>;
        await expect(created).rejects.toMatchObject({
          code: 'INVALID_CONFIG',
          message: expect.stringContaining('noSuchKey'),
        });
      });

      test('is healthy while it lives, and not afterwards', async () => {
        const module = await create();
        expect(await module.healthCheck()).toMatchObject({healthy: true});
        await module.cleanup();
        expect(await module.healthCheck()).toMatchObject({healthy: false});
      });

      test('can be cleaned up twice, and leaves no handle', async () => {
        const module = await create();
        // A call that leaves a handle: one that makes one, or at least one that can be taken back.
        const [, tool] = tools.find(([, {planning}]) => planning.produces.length > 0 || planning.reversible === true)!;
        await execute(module, tool.tool, await prepare(module, tool.examples[0]!));
        expect(module.runtime.handles.list().length).toBeGreaterThan(0);
        await module.cleanup();
        await module.cleanup();
        expect(module.runtime.handles.list()).toEqual([]);
        const [first] = tools;
        const after = await execute(module, first![0], {});
        expect(after).toMatchObject({success: false, error: {code: 'INVALID_STATE', outcome: 'not_executed'}});
      });
    });

    describe.each(tools)('%s', (toolName, tool: ToolMetadata) => {
      test('has the whole record', () => {
        expect(tool).toMatchObject({
          name: `${name}.${toolName}`,
          tool: toolName,
          provider: name,
          module: metadata.module,
        });
        for (const text of [
          tool.description,
          tool.category,
          tool.resource,
          tool.version,
          tool.output.success.description,
        ]) {
          expect(text).toMatch(/\S/);
        }
        expect(tool.tags.length).toBeGreaterThan(0);
        expect(tool.outputSchema).toBeDefined();
        expect(tool.examples.some(({output}) => !isFailure(output))).toBe(true);
        for (const [parameter, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
          expect([parameter, schema.description]).toEqual([parameter, expect.stringMatching(/\S/)]);
        }
        for (const [code, when] of Object.entries(tool.output.error.codes)) {
          expect([code, when]).toEqual([expect.stringMatching(/^[A-Z][A-Z0-9_]+$/), expect.stringMatching(/\S/)]);
        }
        for (const parameter of tool.positional ?? []) expect(tool.inputSchema.properties).toHaveProperty(parameter);
      });

      test('is found under its aliases', async () => {
        const module = await create();
        for (const alias of tool.aliases) expect(module.getTool(alias)).toBe(module.getTool(toolName));
      });

      test.each(tool.examples.map((example): [string, ToolExample] => [example.description, example]))(
        'does what its example says: %s',
        async (_description, example) => {
          const module = await create();
          const result = await execute(module, toolName, await prepare(module, example));
          if (isFailure(example.output)) {
            expect(result).toMatchObject({success: false, error: {code: example.output.error.code}});
            return;
          }
          expect(result).toMatchObject({success: true, metadata: {tool: tool.name, attempts: 1}});
          const promised = promisedData(example.output);
          if (promised === undefined || !result.success) return;
          if (typeof promised === 'object' && promised !== null) expect(result.data).toMatchObject(promised);
          else expect(result.data).toEqual(promised);
        },
      );

      test('refuses what it does not know or can not read, and executes nothing', async () => {
        const module = await create();
        const inputs: readonly unknown[] = [
          null,
          'text',
          7,
          [],
          {noSuchParameter: 1},
          JSON.parse('{"__proto__": {"a": 1}}'),
        ];
        const required = tool.inputSchema.required ?? [];
        for (const input of required.length > 0 ? [...inputs, {}] : inputs) {
          const result = await execute(module, toolName, input);
          expect(result).toMatchObject({success: false, error: {outcome: 'not_executed'}, metadata: {attempts: 0}});
        }
        expect(module.getTool(toolName).validate({noSuchParameter: 1})).toMatchObject({valid: false});
      });

      test('refuses a parameter of a wrong type, by its name, and executes nothing', async () => {
        const module = await create();
        const wrong: Readonly<Record<string, unknown>> = {string: 5, array: 5, object: 5};
        for (const [parameter, {type, handle}] of Object.entries(tool.inputSchema.properties ?? {})) {
          if (typeof type !== 'string' && handle === undefined) continue;
          const value = handle === undefined ? (wrong[String(type)] ?? 'text') : 5;
          const result = await execute(module, toolName, {[parameter]: value});
          expect(result).toMatchObject({success: false, error: {outcome: 'not_executed'}, metadata: {attempts: 0}});
          const {errors} = module.getTool(toolName).validate({[parameter]: value});
          expect(errors.map(({path}) => path)).toContain(parameter);
        }
      });

      test('has a record that is JSON, but for facts that depend on the input', () => {
        const {sideEffects, reversible, ...planning} = tool.planning;
        const record = {...tool, planning};
        // What is undefined is left out of JSON.
        expect(JSON.parse(JSON.stringify(record))).toEqual(record);
        for (const fact of [sideEffects, reversible]) expect(['boolean', 'function']).toContain(typeof fact);
      });

      const [example] = tool.examples.filter(({output}) => !isFailure(output));
      test('executes nothing that the policy denies, that was cancelled before, or that is a dry run', async () => {
        let denies = false;
        const module = await create({policy: () => (denies ? 'deny' : 'allow')});
        const input = await prepare(module, example!);
        const before = module.runtime.handles.list().length;
        const cancelled = await execute(module, toolName, input, {signal: AbortSignal.abort()});
        expect(cancelled).toMatchObject({
          success: false,
          error: {code: 'OPERATION_CANCELLED', outcome: 'not_executed'},
        });
        const dry = await execute(module, toolName, input, {dryRun: true});
        expect(dry).toMatchObject({success: true, data: null, metadata: {attempts: 0}});
        denies = true;
        const denied = await execute(module, toolName, input);
        expect(denied).toMatchObject({success: false, error: {code: 'PERMISSION_DENIED', outcome: 'not_executed'}});
        expect(module.runtime.handles.list()).toHaveLength(before);
      });

      if (tool.planning.reversible !== false) {
        test('can be taken back where it says so', async () => {
          const module = await create();
          const input = (await prepare(module, example!)) as Record<string, unknown>;
          const {reversible} = tool.planning;
          const result = await execute(module, toolName, input);
          const says = typeof reversible === 'function' ? reversible(input) : reversible;
          if (!says || result.metadata.undo === undefined) {
            // An example that changes nothing leaves nothing to take back.
            expect(result.success).toBe(true);
            return;
          }
          expect(await module.runtime.undo(result.metadata.undo)).toMatchObject({success: true});
          const again = await module.runtime.undo(result.metadata.undo);
          expect(again).toMatchObject({success: false, error: {code: 'HANDLE_RELEASED'}});
        });
      }

      if (tool.planning.consumes.length > 0) {
        test('takes no handle of a stranger', async () => {
          const module = await create();
          const input = (await prepare(module, example!)) as Record<string, unknown>;
          const result = await execute(module, toolName, input, {context: {sessionId: 'another'}});
          expect(result).toMatchObject({
            success: false,
            error: {code: 'HANDLE_NOT_FOUND', message: 'Handle not found'},
          });
        });
      }
    });
  });
}
