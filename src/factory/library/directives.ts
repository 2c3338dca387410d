import {isBuiltin} from 'node:module';
import type {CallHandles} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import type {WrapSetup} from '../../core/wrap-kind.js';
import {isOpenStep} from '../method-path.js';
import {isPlainObject} from '../snapshot-config.js';
import {readBytesText, byteEncodings} from './bytes.js';
import {libraryName} from './known-signatures.js';
import type {LibraryNames} from './library-names.js';
import type {SharedObjects} from './properties.js';

type Values = Readonly<Record<string, unknown>>;

/** What makers need of a call. */
export interface MakerCall {
  readonly signal: AbortSignal;
  readonly handles: Pick<CallHandles, 'of'>;
}

/** Makes one value of a call: an argument, or what a property is set to. */
export type Maker = (values: Values, call: MakerCall) => unknown;

/** What makers are bound to: templates of the config, and names of the library. */
export interface MakerContext {
  readonly setup: Pick<WrapSetup, 'template' | 'config' | 'problem'>;
  /** The library with its instance, for what directives name. */
  readonly names: LibraryNames;
  readonly shared: SharedObjects;
}

type Node = Readonly<Record<string, unknown>>;

/** Whether a module of Node is wrapped, whose objects the program itself uses. */
const isNodes = (config: Node): boolean => isBuiltin(libraryName(config));

interface Directive {
  /** Keys that may stand beside it. */
  readonly beside: readonly string[];
  /** Whether its value is a name of the library. */
  readonly isName?: boolean;
  /** What it may be instead of a template. */
  readonly only?: readonly unknown[];
  readonly bind: (node: Node, place: string, context: MakerContext) => Maker;
}

/**
 * What JSON has no word for, as arguments of a library: `{"$bytes": "{data}"}`. They are read from the config and never from
 * an input, so that a caller's `{"$new": …}` stays the data it is.
 */
export const directives: Readonly<Record<string, Directive>> = {
  $bytes: {
    beside: ['encoding'],
    bind: (node, place, context) => {
      const text = compileMaker(node['$bytes'], place, context);
      const encoding = compileMaker(node['encoding'], place, context);
      return (values, call) => toBytes(text(values, call), encoding(values, call) ?? 'base64');
    },
  },
  $date: {
    beside: [],
    bind: (node, place, context) => {
      const when = compileMaker(node['$date'], place, context);
      return (values, call) => toDate(when(values, call));
    },
  },
  $export: {
    beside: [],
    isName: true,
    bind: (node, place, {names, setup}) => {
      const name = String(node['$export']);
      const {value} = names.value(name, place);
      if (typeof value === 'object' && value !== null && isNodes(setup.config))
        throw setup.problem(
          place,
          `"${name}" belongs to the whole process`,
          'Name what is needed in it, or leave it out',
        );
      return () => value;
    },
  },
  $new: {
    beside: ['args'],
    isName: true,
    bind: (node, place, context) => {
      const {value} = context.names.function(String(node['$new']), place);
      const args = compileMakers(node['args'], place, context);
      return (values, call) => Reflect.construct(value, fillAll(args, values, call)) as unknown;
    },
  },
  $call: {
    beside: ['args'],
    isName: true,
    bind: (node, place, context) => {
      const {owner, value} = context.names.function(String(node['$call']), place);
      const args = compileMakers(node['args'], place, context);
      return (values, call) => settled(String(node['$call']), Reflect.apply(value, owner, fillAll(args, values, call)));
    },
  },
  $signal: {beside: [], only: [true], bind: () => (_values, call) => call.signal},
  $literal: {beside: [], bind: (node, _place, {setup}) => leaf(node['$literal'], setup)},
};

/** The directive that an object is, by its key. */
export function directiveOf(node: unknown): {readonly key: string; readonly directive: Directive} | undefined {
  if (!isPlainObject(node)) return undefined;
  for (const key in node) {
    const directive = Object.hasOwn(directives, key) ? directives[key] : undefined;
    if (directive) return {key, directive};
  }
  return undefined;
}

/** Reads a template with directives in it. Throws INVALID_CONFIG for a name that the library does not have. */
export function compileMaker(node: unknown, place: string, context: MakerContext): Maker {
  const found = directiveOf(node);
  if (found) return found.directive.bind(node as Node, place, context);
  if (Array.isArray(node)) {
    const items = compileMakers(node, place, context);
    return (values, call) => items.map((make) => make(values, call));
  }
  if (!isPlainObject(node) || isTemplateDirective(node)) return leaf(node, context.setup);
  return objectMaker(Object.entries(node).map(([key, value]) => [key, compileMaker(value, place, context)]));
}

/** An object with these fields, without those that are missing. */
function objectMaker(fields: readonly (readonly [key: string, make: Maker])[]): Maker {
  const keys = fields.map(([key]) => key);
  const makers = fields.map(([, make]) => make);
  // A copy with all keys in place is filled several times faster than one that grows by each.
  const empty = Object.fromEntries(keys.map((key) => [key, undefined]));
  return (values, call) => {
    const filled: Record<string, unknown> = {...empty};
    let missing = false;
    for (let index = 0; index < makers.length; index++) {
      const value = makers[index]?.(values, call);
      if (value === undefined) missing = true;
      else filled[keys[index] ?? ''] = value;
    }
    return missing ? withoutMissing(filled) : filled;
  };
}

const withoutMissing = (filled: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined));

const isTemplateDirective = (node: Node): boolean => Object.hasOwn(node, '$config') || Object.hasOwn(node, '$env');

export const compileMakers = (list: unknown, place: string, context: MakerContext): readonly Maker[] =>
  Array.isArray(list) ? list.map((item) => compileMaker(item, place, context)) : [];

/** The values of a list, without those that are missing at its end. */
export const fillAll = (makers: readonly Maker[], values: Values, call: MakerCall): unknown[] =>
  withoutTail(makers.map((make) => make(values, call)));

export function withoutTail(list: unknown[]): unknown[] {
  let end = list.length;
  while (end > 0 && list[end - 1] === undefined) end--;
  if (end < list.length) list.length = end;
  return list;
}

const onePlaceholder = /^\{([A-Za-z_$][\w$-]*)\}$/;

/** A template without directives: the same text, or what the input says, as a copy that the library may change. */
function leaf(node: unknown, setup: MakerContext['setup']): Maker {
  if (typeof node !== 'string' && (typeof node !== 'object' || node === null)) return () => node;
  const name = typeof node === 'string' ? onePlaceholder.exec(node)?.[1] : undefined;
  if (name !== undefined && isOpenStep(name))
    return (values, call) => (Object.hasOwn(values, name) ? thaw(values[name], call) : undefined);
  const {fill} = setup.template(node);
  return (values, call) => thaw(fill(values), call);
}

/** Copies plain data, which is frozen, for a library that may write to what it is given. Live objects are themselves. */
export function thaw(value: unknown, call: MakerCall): unknown {
  if (typeof value !== 'object' || value === null || call.handles.of(value) !== undefined) return value;
  if (Array.isArray(value)) return value.map((item) => thaw(item, call));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, thaw(item, call)]));
}

const refused = (message: string, suggestion: string): ToolError =>
  new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed', suggestions: [suggestion]});

function toBytes(text: unknown, encoding: unknown): unknown {
  if (text === undefined || ArrayBuffer.isView(text)) return text;
  if (typeof text !== 'string') throw refused('Bytes are given as text', 'Give a text in base64');
  const bytes = readBytesText(text, encoding);
  if (bytes) return bytes;
  const known = byteEncodings.join(', ');
  throw refused(`The text is no ${String(encoding)}`, `Encodings are ${known}`);
}

function toDate(when: unknown): unknown {
  if (when === undefined || when === null) return when;
  const date = typeof when === 'number' || typeof when === 'string' ? new Date(when) : undefined;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw refused(`${JSON.stringify(when)} is no date`, 'Give a date like 2026-01-31T12:00:00Z, or ms since 1970');
}

function settled(name: string, value: unknown): unknown {
  if (typeof (value as {then?: unknown} | null | undefined)?.then !== 'function') return value;
  Promise.resolve(value).catch(() => undefined);
  throw new ToolError('INVALID_STATE', `"${name}" answers a promise, which can not stand among arguments`, {
    suggestions: ['Make it a tool that returns a handle, and pass the handle'],
  });
}
