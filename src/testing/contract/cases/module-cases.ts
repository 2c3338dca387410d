import type {ToolMetadata} from '../../../contract/metadata.js';
import {isSensitiveKey} from '../../../contract/sensitive.js';
import {isRecord} from '../../../contract/json.js';
import {ToolError} from '../../../contract/errors.js';
import {reservedNames} from '../../../core/tool-methods.js';
import {Runtime} from '../../../core/runtime.js';
import {checkSecrets} from '../answer-check.js';
import {differenceOf, shown} from '../difference.js';
import {successes} from '../examples.js';
import {broken, promised} from '../promise.js';
import {within} from '../within.js';
import type {Contract, Workbench} from '../workbench.js';
import {textsOf} from '../workbench.js';
import {onBench} from './case.js';
import type {CaseSpec} from './case.js';

/** What a module promises as a whole. */
export function moduleCases(contract: Contract): CaseSpec[] {
  return [
    {title: 'tells about itself without an instance, in JSON', run: async () => checkRecord(contract)},
    onBench(contract, 'lists the tools that its metadata names, as methods too', async (bench) => checkTools(bench)),
    onBench(contract, 'refuses a config with a key that it does not know, and says which', checkUnknownKey),
    onBench(contract, 'shows no secret of its config', async (bench) => checkConfig(bench)),
    onBench(contract, 'is healthy while it lives, and not afterwards', checkHealth),
    onBench(contract, 'can be cleaned up twice, and leaves no handle', checkCleanup),
  ];
}

function checkRecord({metadata, options}: Contract): void {
  const {name, module, description, version, tools, configSchema, handles} = metadata;
  const remedy = 'Give name, module, description, version and tools to defineModule';
  promised(options.name === undefined || name === options.name, () => ({
    message: `The module is called ${shown(name)}, not ${shown(options.name)}`,
    remedy,
  }));
  promised(/^[A-Za-z][\w-]*$/.test(name) && /\S/.test(description) && /\S/.test(version), () => ({
    message: `The record of the module lacks a name, a description or a version: ${shown({name, description, version})}`,
    remedy,
  }));
  promised(module.endsWith('Module'), () => ({
    message: `The kind of module is called ${shown(module)}`,
    remedy: 'Let `module` end with "Module": NotesModule',
  }));
  promised(Object.keys(tools).length > 0, () => ({message: `Module ${name} has no tools`, remedy}));
  const difference = differenceOf(
    JSON.parse(JSON.stringify({configSchema, handles})),
    {configSchema, handles},
    'equal',
  );
  promised(difference === undefined, () => ({
    message: `Config schema or handles of module ${name} are no JSON: ${String(difference)}`,
    remedy: 'Describe the config with plain JSON',
  }));
  for (const tool of Object.values(tools)) checkHandleTypes(tool, handles);
}

/** Handle types that tools make are those that the module names. */
function checkHandleTypes({name, planning}: ToolMetadata, handles: Readonly<Record<string, string>>): void {
  const unknown = planning.produces.find((type) => !Object.hasOwn(handles, type));
  promised(unknown === undefined, () => ({
    message: `${name} makes ${String(unknown)} handles, which the module does not name`,
    remedy: 'List the handle type in `handles` of defineModule',
  }));
}

function checkTools({module, contract}: Workbench): void {
  const names = Object.keys(contract.metadata.tools);
  const remedy = 'Let create make the tools that getMetadata tells of, in their order';
  const listed = module.listTools();
  // Those that only a live module knows come behind.
  const own = contract.metadata.discovers === true ? listed.slice(0, names.length) : listed;
  const difference = differenceOf(own, names, 'equal');
  promised(difference === undefined, () => ({
    message: `The tools of an instance are not those of the metadata: ${String(difference)}`,
    remedy,
    actual: listed,
    expected: names,
  }));
  for (const name of names) {
    const isMethod = reservedNames.has(name) || typeof Reflect.get(module, name) === 'function';
    promised(isMethod, () => ({
      message: `Tool ${name} is no method of the instance`,
      remedy: `Let no member of the Instance class be called ${name}`,
    }));
  }
  const told = differenceOf(jsonOf(module.getMetadata().tools), jsonOf(contract.metadata.tools), 'equal');
  promised(told === undefined, () => ({
    message: `An instance tells another record of its tools than its definition: ${String(told)}`,
    remedy,
  }));
}

const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function checkUnknownKey({contract: {definition}, config}: Workbench): Promise<void> {
  const remedy = 'Describe every property of the config in `config` of defineModule, which refuses all others';
  let made: unknown;
  try {
    made = await definition.create({...config, noSuchKey: 1} as never, new Runtime());
  } catch (error) {
    const says = ToolError.isToolError(error) && error.code === 'INVALID_CONFIG' && error.message.includes('noSuchKey');
    promised(says, () => ({
      message: `A config with an unknown key "noSuchKey" was refused with ${String(error)}`,
      remedy,
    }));
    return;
  }
  await (made as {cleanup?: () => Promise<void>}).cleanup?.();
  broken({message: 'A config with an unknown key "noSuchKey" was accepted: a misspelt option does nothing', remedy});
}

function checkConfig({module, contract, secrets}: Workbench): void {
  checkSecrets({config: module.config, metadata: contract.metadata, name: module.name}, secrets, 'The module itself');
  const visible = sensitiveKeys(module.config);
  promised(visible.length === 0, () => ({
    message: `The config shows ${visible.join(', ')}, whose name says that it is a secret`,
    remedy: 'Mark the property of the config `secret: true`',
  }));
}

/** Keys that can be listed, are named like secrets and hold text. */
function sensitiveKeys(value: unknown, path = ''): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const place = path === '' ? key : `${path}.${key}`;
    return isSensitiveKey(key) && textsOf(item).length > 0 ? [place] : sensitiveKeys(item, place);
  });
}

async function checkHealth({module, contract}: Workbench): Promise<void> {
  const healthy = await module.healthCheck();
  promised(healthy.healthy && Number.isFinite(healthy.latency), () => ({
    message: `A fresh module is not healthy: ${shown(healthy)}`,
    remedy: 'Let `check` of defineModule throw only when the module can not do its work',
  }));
  await within(contract.settleWithin, module.cleanup());
  const after = await module.healthCheck();
  promised(!after.healthy, () => ({
    message: 'A module that was cleaned up says that it is healthy',
    remedy: 'Do not override healthCheck; give `check` to defineModule',
  }));
}

async function checkCleanup(bench: Workbench): Promise<void> {
  const {module, contract, runtime} = bench;
  const tools = Object.entries(contract.metadata.tools).filter(
    ([name, {examples}]) => !Object.hasOwn(contract.options.notRunnable ?? {}, name) && successes(examples).length > 0,
  );
  // Best a call that leaves a handle: one that makes one, or one that can be taken back.
  const leaving = tools.find(([, {planning}]) => planning.produces.length > 0 || planning.reversible === true);
  const [name, tool] = leaving ?? tools[0] ?? [];
  const [example] = successes(tool?.examples ?? []);
  if (name !== undefined && example) await bench.execute(name, await bench.prepare(name, example));
  await endTwice(bench);
  const [first] = module.listTools();
  const after = first === undefined ? undefined : await bench.execute(first, {}, {what: 'after the cleanup'});
  promised(after?.success !== true && after?.error?.code === 'INVALID_STATE', () => ({
    message: `A tool of a module that was cleaned up answered ${shown(after)}`,
    remedy: 'Do not override cleanup without calling that of ModuleInstance; give `close` to defineModule',
  }));
  await runtime.close();
}

/** Cleans up, in time, again, and looks for what was left. */
export async function endTwice({module, runtime, contract}: Workbench): Promise<void> {
  for (const time of ['once', 'twice']) {
    try {
      await within(contract.settleWithin, module.cleanup());
    } catch (error) {
      broken({
        message: `The module can not be cleaned up ${time}: ${String(error)}`,
        remedy: 'Let `close` and the `dispose` of handles end in any case, also when they are called late',
      });
    }
  }
  const left = runtime.handles.list();
  promised(left.length === 0, () => ({
    message: `Handles are left after the cleanup: ${left.map(({type}) => type).join(', ')}`,
    remedy: 'Make handles with call.handles.create, which knows to whom they belong',
    actual: left,
  }));
}
