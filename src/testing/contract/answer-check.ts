import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {isToolResult} from '../../contract/result.js';
import type {ToolFailure, ToolResult} from '../../contract/result.js';
import {handlePaths} from '../../schema/handle-paths.js';
import type {HandlePath} from '../../schema/handle-paths.js';
import {compileRecordSchema} from '../record-schema.js';
import {differenceOf, shown} from './difference.js';
import {broken, promised} from './promise.js';

const outcomes: ReadonlySet<unknown> = new Set(['not_executed', 'failed', 'partial', 'unknown']);

/** What an answer is held against. */
export interface AnswerContext {
  /** Whose answer it is, for messages: `notes.read, example "Read a note"`. */
  readonly who: string;
  readonly tool: ToolMetadata;
  readonly secrets: readonly string[];
}

/** Whatever a tool answers: a whole result, in JSON, without secrets, with a code that was declared. */
export function checkAnswer(answer: unknown, {who, tool, secrets}: AnswerContext): asserts answer is ToolResult {
  if (!isToolResult(answer)) {
    broken({
      message: `${who} answered ${shown(answer)}, which is no result`,
      remedy: 'Return data from run or throw a ToolError; leave results to the pipeline',
    });
  }
  const {metadata} = answer;
  const numbers = [metadata.timestamp, metadata.duration, metadata.attempts];
  promised(
    metadata.tool === tool.name && typeof metadata.callId === 'string' && numbers.every(Number.isFinite),
    () => ({
      message: `${who} answered metadata that tells not who was called, when and how often: ${shown(metadata)}`,
      remedy: 'Leave the metadata of results to the pipeline',
    }),
  );
  checkJson(answer, who);
  if (!answer.success) checkFailure(answer, {who, tool});
  checkSecrets(answer, secrets, who);
}

function checkJson(answer: ToolResult, who: string): void {
  const difference = differenceOf(JSON.parse(JSON.stringify(answer)), answer, 'equal');
  promised(difference === undefined, () => ({
    message: `${who} answered something that does not survive JSON: ${String(difference)}`,
    remedy: 'Return plain JSON: dates as text, no undefined, no bigint; keep live objects behind a handle',
  }));
}

function checkFailure({error}: ToolFailure, {who, tool}: Pick<AnswerContext, 'who' | 'tool'>): void {
  const {code, message, outcome, recoverable, suggestions = []} = error;
  promised(Object.hasOwn(tool.output.error.codes, code), () => ({
    message: `${who} answered the code ${code}, which the tool does not declare (${message})`,
    remedy: `Add ${code} to \`errors\` of the tool, or map what was thrown with toToolError(error, 'A_DECLARED_CODE')`,
    actual: code,
    expected: Object.keys(tool.output.error.codes),
  }));
  const isWhole =
    /\S/.test(message) &&
    outcomes.has(outcome) &&
    typeof recoverable === 'boolean' &&
    suggestions.every((suggestion) => typeof suggestion === 'string');
  promised(isWhole, () => ({
    message: `${who} answered an error without message, outcome or recoverable: ${shown(error)}`,
    remedy: 'Throw new ToolError(code, message, {outcome, suggestions})',
  }));
}

/** No secret in anything that can be made text of. */
export function checkSecrets(value: unknown, secrets: readonly string[], who: string): void {
  const text = secrets.length === 0 ? '' : (JSON.stringify(value) ?? '');
  promised(!secrets.some((secret) => text.includes(secret)), () => ({
    message: `${who} shows a secret of the config`,
    remedy: 'Mark the property of the config `secret: true`, and keep it out of what tools return, throw and log',
  }));
}

/** Data of a success: what the output schema says. */
export function checkData(data: unknown, {who, tool}: Pick<AnswerContext, 'who' | 'tool'>): void {
  // A copy, for a validator applies defaults to what it reads.
  const issues = tool.outputSchema && compileRecordSchema(tool.outputSchema)(JSON.parse(JSON.stringify(data)));
  promised(!issues, () => ({
    message: `${who} answered data that its output schema does not allow: ${issues?.[0]?.message ?? ''}`,
    remedy: 'Change `output` of the tool, or what `run` returns',
    actual: data,
  }));
}

interface FoundHandle {
  readonly type: string;
  readonly value: unknown;
}

/** The handles of a value, where its schema says that they are. */
export function handlesIn(value: unknown, schema: ToolMetadata['outputSchema']): FoundHandle[] {
  return handlePaths(schema).flatMap(({path, type}) => valuesAt(value, path).map((found) => ({type, value: found})));
}

export function valuesAt(value: unknown, [step, ...rest]: HandlePath['path']): unknown[] {
  if (value === undefined || value === null) return [];
  if (step === undefined) return [value];
  if (step === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  return isRecord(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
}
