import type {HandleType} from '../contract/handle.js';
import {defineHandle} from '../contract/handle.js';
import {isRecord} from '../contract/json.js';
import {handleInput, handleOutput} from './handle-input.js';
import {resolvePath} from './method-path.js';
import type {PreparedConfig} from './prepare-config.js';

export type WrapHandle = HandleType<string, object>;

/** The types of handle that the tools of a config give or take, with what its `handles` says of them. */
export function handleTypesOf({config, tools}: PreparedConfig): ReadonlyMap<string, WrapHandle> {
  const facts = isRecord(config['handles']) ? config['handles'] : {};
  const used = tools.flatMap(({config: tool}) => [handleOutput(tool), handleInput(tool)?.type]);
  const names = new Set([...Object.keys(facts), ...used.filter((name) => name !== undefined)]);
  return new Map([...names].map((name) => [name, handleType(name, facts[name])]));
}

function handleType(name: string, facts: unknown): WrapHandle {
  const {description, dispose, fields, idleTtl} = isRecord(facts) ? facts : {};
  return defineHandle(name, {
    description: typeof description === 'string' ? description : `A live ${name}`,
    ...(isRecord(fields) && {fields: (resource: object) => readFields(resource, fields)}),
    ...(typeof dispose === 'string' && {dispose: (resource: object) => callMethod(resource, dispose)}),
    ...(typeof idleTtl === 'number' && {idleTtl}),
  });
}

/** Properties, and what methods without arguments answer; only scalars are shown. */
function readFields(resource: object, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(fields)) {
    const found = resolvePath(resource, String(path));
    const value: unknown =
      typeof found?.value === 'function' ? Reflect.apply(found.value as () => unknown, found.owner, []) : found?.value;
    if (['string', 'number', 'boolean'].includes(typeof value)) shown[name] = value;
  }
  return shown;
}

async function callMethod(resource: object, method: string): Promise<void> {
  const found = resolvePath(resource, method);
  if (typeof found?.value === 'function')
    await (Reflect.apply(found.value as () => unknown, found.owner, []) as Promise<unknown>);
}
