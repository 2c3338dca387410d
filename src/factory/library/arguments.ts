import type {WrapSetup} from '../../contract/wrap-kind.js';
import {isRecord} from '../../contract/json.js';
import {isPlainObject} from '../snapshot-config.js';
import type {Signature} from './signature.js';
import {parameterOf} from './signature.js';

type Values = Readonly<Record<string, unknown>>;

/** The arguments of a call, from its values. */
export type MakeArguments = (values: Values) => unknown[];

/**
 * How the arguments of a tool are made, the first that applies: `args`, `inputMapping`, the signature of a well-known
 * function, an `args` list in the input, the whole input as one object (C60). `handle` is the input that names the
 * object the method is called on; it is no argument.
 */
export function argumentsOf(
  tool: Readonly<Record<string, unknown>>,
  setup: Pick<WrapSetup, 'template'>,
  signature: Signature | undefined,
  handle: string | undefined,
): MakeArguments {
  const {args, inputMapping} = tool;
  if (Array.isArray(args)) {
    const templates = args.map((arg) => setup.template(arg));
    return (values) => withoutTail(templates.map(({fill}) => fill(values)));
  }
  if (isRecord(inputMapping)) {
    const fields = Object.values(inputMapping).map(String);
    return (values) => withoutTail(fields.map((field) => own(values, field)));
  }
  if (signature && suits(signature, tool)) return (values) => bySignature(signature, values);
  return (values) => {
    const rest = Object.entries(values).filter(([name]) => name !== handle);
    const list = own(values, 'args');
    if (rest.length === 1 && Array.isArray(list)) return [...(list as unknown[])];
    return rest.length === 0 ? [] : [Object.fromEntries(rest)];
  };
}

const own = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/** Whether a signature fits an input that the author declared: its first parameter is in it, under one of its names. */
function suits(signature: Signature, tool: Readonly<Record<string, unknown>>): boolean {
  // The values come from `transform.input`, whatever the input is.
  if (isRecord(tool['transform']) && tool['transform']['input'] !== undefined) return true;
  const declared = tool['input'] ?? tool['inputSchema'];
  if (!isRecord(declared)) return true;
  const names = Object.keys(isRecord(declared['properties']) ? declared['properties'] : declared);
  return names.some((name) => signature.positional[0] === parameterOf(signature, name));
}

function bySignature(signature: Signature, values: Values): unknown[] {
  const byParameter = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [parameterOf(signature, name), value]),
  );
  const options = Object.fromEntries(
    signature.options.filter((name) => byParameter[name] !== undefined).map((name) => [name, byParameter[name]]),
  );
  const positional = signature.positional.map((name) => byParameter[name]);
  return withoutTail([...positional, Object.keys(options).length > 0 ? options : undefined]);
}

function withoutTail(list: readonly unknown[]): unknown[] {
  let end = list.length;
  while (end > 0 && list[end - 1] === undefined) end--;
  return list.slice(0, end);
}

/** Copies plain data, which is frozen, for a library that may write to what it is given. Live objects are themselves. */
export function thaw(value: unknown, isResource: (value: unknown) => boolean): unknown {
  if (typeof value !== 'object' || value === null || isResource(value)) return value;
  if (Array.isArray(value)) return value.map((item) => thaw(item, isResource));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, thaw(item, isResource)]));
}
