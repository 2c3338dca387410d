import {isRecord} from '../contract/json.js';
import type {HandlePath} from '../schema/handle-paths.js';
import type {ActiveCall} from './active-call.js';

/** The input with the resources in place of the handles, all of them or none (answers the HANDLE_* codes). */
export function resolveHandles(call: ActiveCall): Readonly<Record<string, unknown>> {
  const {spec, services, session} = call;
  const asker = {session, instance: spec.instance};
  let input: unknown = call.input;
  for (const {path, type} of spec.handles) {
    input = replaceAt(input, path, (handle) => {
      const held = services.handles.hold(handle, type, asker);
      (call.held ??= []).push(held);
      return held.resource;
    });
  }
  return input as Readonly<Record<string, unknown>>;
}

/** A copy of the value with what stands at the path replaced; where there is nothing, nothing is done. */
function replaceAt(value: unknown, path: HandlePath['path'], replace: (value: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (value === undefined || value === null) return value;
  if (step === undefined) return replace(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, replace)) : value;
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  return {...value, [step]: replaceAt(value[step], rest, replace)};
}
