import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import {assertKnownKeys} from '../../contract/known-keys.js';
import type {ModuleMetadata} from '../../contract/metadata.js';
import type {Outcome} from '../../contract/result.js';

/** Answers a call in place of the tool: gets validated input with mock resources in place of handles. */
export type MockFunction = (input: Readonly<Record<string, unknown>>, call: Call) => unknown;

/** How a tool fails. */
export interface MockFailure {
  /** One that the tool declares. */
  readonly code: string;
  readonly message?: string;
  readonly outcome?: Outcome;
  readonly recoverable?: boolean;
  /** Only the first calls fail, this many; default all. */
  readonly times?: number;
}

/** What `mockModule` takes beside the module. All of it is optional. */
export interface MockOptions {
  /** The same seed, the same answers; default 1. */
  readonly seed?: number | string;
  /**
   * Answers by tool: data, or a function. Data that lacks a required property gets it made up. Both are held to the output
   * schema of the tool.
   */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Failures by tool: a code, or more of it. */
  readonly failures?: Readonly<Record<string, string | MockFailure>>;
  /** ms of the runtime's clock that a call takes, for all tools or by tool; default 0. */
  readonly latency?: number | Readonly<Record<string, number>>;
  /** Public fields of the handles that are made up, by type: `{git_repository: {path: '/src'}}`. */
  readonly handles?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const optionKeys = [
  'seed',
  'answers',
  'failures',
  'latency',
  'handles',
] as const satisfies readonly (keyof MockOptions)[];

/** Throws INVALID_CONFIG for a misspelt option or tool, and for a code that the tool does not declare. */
export function checkMockOptions({name, tools, handles}: ModuleMetadata, options: MockOptions): void {
  assertKnownKeys(`Options of mockModule`, options, optionKeys);
  const names = Object.keys(tools);
  const {answers = {}, failures = {}, latency = {}} = options;
  assertKnownKeys(`Answers of the mock of ${name}`, answers, names);
  assertKnownKeys(`Failures of the mock of ${name}`, failures, names);
  if (isRecord(latency)) assertKnownKeys(`Latency of the mock of ${name}`, latency, names);
  const types = Object.values(tools).flatMap(({planning}) => planning.produces);
  assertKnownKeys(`Handles of the mock of ${name}`, options.handles ?? {}, [...Object.keys(handles), ...types]);
  for (const [tool, failure] of Object.entries(failures)) {
    const {code} = failureOf(failure);
    const declared = Object.keys(tools[tool]?.output.error.codes ?? {});
    if (declared.includes(code)) continue;
    throw new ToolError('INVALID_CONFIG', `${name}.${tool} can not fail with ${code}: it does not declare it`, {
      outcome: 'not_executed',
      suggestions: [`Use one of ${declared.join(', ')}`],
    });
  }
}

export const failureOf = (failure: string | MockFailure): MockFailure =>
  typeof failure === 'string' ? {code: failure} : failure;
