import {isRecord} from '../contract/json.js';

/** The handle that a tool works on: its type, and the input that names it. */
export interface HandleInputName {
  readonly type: string;
  readonly input: string;
}

/** Reads `on: 'image'` and `on: {handle: 'image', as: 'picture'}`. */
export function handleInput(tool: Readonly<Record<string, unknown>>): HandleInputName | undefined {
  const {on} = tool;
  if (typeof on === 'string') return {type: on, input: on};
  if (!isRecord(on)) return undefined;
  const type = String(on['handle']);
  return {type, input: typeof on['as'] === 'string' ? on['as'] : type};
}

/** The type of handle that a tool gives. */
export function handleOutput(tool: Readonly<Record<string, unknown>>): string | undefined {
  const {returns} = tool;
  return isRecord(returns) ? String(returns['handle']) : undefined;
}
