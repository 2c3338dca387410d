import {isRecord} from '../../contract/json.js';
import {compileMakers, fillAll, thaw, withoutTail} from './directives.js';
import type {MakerCall, MakerContext} from './directives.js';
import type {Signature} from './signature.js';
import {parameterOf} from './signature.js';

type Values = Readonly<Record<string, unknown>>;

/** The arguments of a call, from its values. They are copies: the library may write to them. */
export type MakeArguments = (values: Values, call: MakerCall) => unknown[];

/**
 * How the arguments of a tool are made, the first that applies: `args`, `inputMapping`, the signature of a well-known
 * function, an `args` list in the input, the whole input as one object (C60). `handle` is the input that names the
 * object the method is called on; it is no argument.
 */
export function argumentsOf(
  tool: Readonly<Record<string, unknown>>,
  place: string,
  context: MakerContext,
  signature: Signature | undefined,
  handle: string | undefined,
): MakeArguments {
  const {args, inputMapping} = tool;
  if (Array.isArray(args)) {
    const makers = compileMakers(args, place, context);
    return (values, call) => fillAll(makers, values, call);
  }
  return thawed(argumentsFromInput(inputMapping, signature && suits(signature, tool) ? signature : undefined, handle));
}

function argumentsFromInput(
  inputMapping: unknown,
  signature: Signature | undefined,
  handle: string | undefined,
): (values: Values) => unknown[] {
  if (isRecord(inputMapping)) {
    const fields = Object.values(inputMapping).map(String);
    return (values) => withoutTail(fields.map((field) => own(values, field)));
  }
  if (signature) return (values) => bySignature(signature, values);
  return (values) => {
    const rest = Object.entries(values).filter(([name]) => name !== handle);
    const list = own(values, 'args');
    if (rest.length === 1 && Array.isArray(list)) return [...(list as unknown[])];
    return rest.length === 0 ? [] : [Object.fromEntries(rest)];
  };
}

const thawed =
  (make: (values: Values) => unknown[]): MakeArguments =>
  (values, call) =>
    make(values).map((value) => thaw(value, call));

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
