import {mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {CallOptions} from '../../contract/call.js';
import type {ModuleMetadata, ToolExample, ToolMetadata} from '../../contract/metadata.js';
import type {ToolResult} from '../../contract/result.js';
import {ModuleInstance} from '../../core/module-instance.js';
import {Runtime} from '../../core/runtime.js';
import type {RuntimeOptions} from '../../core/runtime.js';
import {checkAnswer, checkData} from './answer-check.js';
import {differenceOf, textOf} from './difference.js';
import {bind, setupOf} from './examples.js';
import {readTree, writeTree} from './folder-tree.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import type {ContractOptions} from './options.js';
import {broken, promised} from './promise.js';
import {within} from './within.js';

/** What all cases of a module share. */
export interface Contract {
  readonly definition: DefinitionClass<never, unknown>;
  readonly metadata: ModuleMetadata;
  readonly options: ContractOptions;
  /** ms */
  readonly settleWithin: number;
}

export interface CallInCase {
  readonly options?: CallOptions;
  /** What the call is for, behind the tool's name in messages. */
  readonly what?: string;
}

/** A folder, a runtime and a module for one case; every answer that comes by is looked at. */
export class Workbench {
  readonly contract: Contract;
  readonly folder: string;
  readonly runtime: Runtime;
  readonly module: ModuleInstance;
  readonly config: object;
  readonly secrets: readonly string[];

  private constructor(contract: Contract, parts: Pick<Workbench, 'folder' | 'runtime' | 'module' | 'config'>) {
    this.contract = contract;
    this.folder = parts.folder;
    this.runtime = parts.runtime;
    this.module = parts.module;
    this.config = parts.config;
    this.secrets = [...(contract.options.secrets ?? []), ...hiddenTexts(parts.config, parts.module)];
  }

  /** Lets `use` work in a fresh place, and clears it away whatever happens. */
  static async with(
    contract: Contract,
    use: (bench: Workbench) => Promise<void>,
    runtimeOptions: RuntimeOptions = {},
  ): Promise<void> {
    const {config = {}, tearDown} = contract.options;
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'haft-contract-')));
    let bench: Workbench | undefined;
    try {
      const given: object = await configFor(config, folder);
      const runtime = new Runtime(runtimeOptions);
      const module = await createModule(contract, given, runtime);
      bench = new Workbench(contract, {folder, runtime, module, config: given});
      await use(bench);
    } finally {
      // How a module ends is the matter of cases of its own.
      if (bench) await within(contract.settleWithin, bench.close()).catch(() => undefined);
      await tearDown?.(folder);
      await rm(folder, {recursive: true, force: true});
    }
  }

  async close(): Promise<void> {
    await this.module.cleanup();
    await this.runtime.close();
  }

  tool(name: string): ToolMetadata {
    const tool = this.contract.metadata.tools[name];
    return tool ?? broken({message: `There is no tool ${name}`, remedy: 'Name a tool of the metadata'});
  }

  /** Calls a tool; whatever it answers is held to what every answer has to be. */
  async execute(name: string, input: unknown, {options, what}: CallInCase = {}): Promise<ToolResult> {
    const tool = this.tool(name);
    const who = what === undefined ? tool.name : `${tool.name}, ${what}`;
    const before = textOf(input);
    let answer: unknown;
    try {
      answer = await this.module.getTool(name).execute(input as Record<string, unknown>, options);
    } catch (error) {
      broken({
        message: `${who} threw ${String(error)} out of execute`,
        remedy: 'Leave execute to the pipeline, which makes a result of whatever run throws',
      });
    }
    checkAnswer(answer, {who, tool, secrets: this.secrets});
    promised(textOf(input) === before, () => ({
      message: `${who} changed the input that it was given`,
      remedy: 'Work with a copy',
    }));
    if (answer.success && options?.dryRun !== true) checkData(answer.data, {who, tool});
    return answer;
  }

  /** Makes what an example needs, and answers the input it is called with. */
  async prepare(tool: string, example: ToolExample): Promise<Record<string, unknown>> {
    const {files, steps} = setupOf(example);
    await writeTree(this.folder, files);
    await this.contract.options.prepare?.(this, example);
    const known: Record<string, unknown> = {};
    for (const step of steps) {
      const what = `a step before example "${example.description}" of ${tool}`;
      const result = await this.execute(step.tool, bind(step.input, known), {what});
      if (!result.success) {
        broken({
          message: `${this.tool(step.tool).name}, ${what}, failed with ${result.error.code}: ${result.error.message}`,
          remedy: 'Change `setup.steps` of the example',
        });
      }
      if (step.as !== undefined) known[step.as] = result.data;
    }
    return bind(example.input, known) as Record<string, unknown>;
  }

  /** The state that tools change. */
  async fingerprint(): Promise<unknown> {
    const {fingerprint} = this.contract.options;
    return fingerprint ? fingerprint(this) : readTree(this.folder);
  }

  /** Fails unless the state is what it was. */
  async assertUnchanged(before: unknown, what: string, remedy: string): Promise<void> {
    const after = await this.fingerprint();
    const difference = differenceOf(after, before, 'equal');
    promised(difference === undefined, () => ({
      message: `${what}: ${String(difference)}`,
      remedy,
      actual: after,
      expected: before,
    }));
  }
}

type ConfigMaker = (folder: string) => object | Promise<object>;

const configFor = (config: object, folder: string): object | Promise<object> =>
  typeof config === 'function' ? (config as ConfigMaker)(folder) : config;

async function createModule({definition}: Contract, config: object, runtime: Runtime): Promise<ModuleInstance> {
  const module: unknown = await definition.create(config as never, runtime);
  if (module instanceof ModuleInstance) return module as ModuleInstance;
  return broken({
    message: `create answered ${module === null ? 'null' : typeof module}, not a module`,
    remedy: 'Answer an instance of a class that extends ModuleInstance, made by the copy of haft that the tests use',
  });
}

/** Texts that were given with the config and can not be listed on it any more: its secrets. */
function hiddenTexts(given: object, {config}: ModuleInstance): string[] {
  const shownKeys = new Set(Object.keys(config));
  return Object.entries(given).flatMap(([key, value]) => (shownKeys.has(key) ? [] : textsOf(value)));
}

export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < 4 ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
