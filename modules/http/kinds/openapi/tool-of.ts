import type {JsonSchema} from '../../../../src/sdk.js';
import {errorsOf, outputOf} from './answers.js';
import type {Outputs} from './answers.js';
import type {OpenapiDocument} from './document.js';
import {Inputs} from './inputs.js';
import type {Operation, SecurityRequirement} from './operation.js';
import {bindParameters} from './parameters.js';
import {bindBody} from './request-body.js';
import type {Components} from './schemas/components.js';
import {sentence, shortened} from './text.js';

/** What all tools of a description are made with. */
export interface ToolContext {
  readonly document: OpenapiDocument;
  readonly inputs: Components;
  readonly outputs: Components;
  readonly checked: Outputs;
  /** Of operations that say nothing of it. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

/** A tool of kind rest, its schemas apart. */
export interface OperationTool {
  readonly name: string;
  /** Its keys, without `input` and `output`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly input: JsonSchema;
  readonly output: JsonSchema | undefined;
  /** What the description got wrong of it, and what is done instead. */
  readonly repairs: readonly string[];
}

const descriptionBudget = 600;
const maxNotes = 8;

/** An operation as a tool in the language of kind rest. Throws Broken for one that can not be called. */
export function toolOf(name: string, operation: Operation, context: ToolContext): OperationTool {
  const {document} = context;
  const inputs = new Inputs(context.inputs);
  const {path, query, headers, cookies, repairs} = bindParameters(
    document,
    operation.path,
    operation.parameters,
    inputs,
  );
  const takesBody = !['get', 'head'].includes(operation.method);
  const body = operation.body && takesBody ? bindBody(document, operation.body, inputs) : undefined;
  inputs.note(...repairs);
  const input = inputs.schema();
  const output = outputOf(operation, context.outputs, context.checked);
  const errors = errorsOf(operation);
  const needs = (operation.security ?? context.security ?? []).map((names) => names.join(' and '));
  const config = {
    description: descriptionOf(operation),
    request: {
      method: operation.method.toUpperCase(),
      path,
      ...(hasKeys(query) && {query}),
      ...(hasKeys(headers) && {headers}),
      ...(hasKeys(cookies) && {cookies}),
      ...body,
    },
    ...(hasKeys(errors) && {errors}),
    ...(operation.tags.length > 0 && {tags: operation.tags.slice(0, 10)}),
    ...(needs.length > 0 && !needs.includes('') && {requirements: [`credentials: ${needs.join(', or ')}`]}),
    ...(inputs.notes.length > 0 && {limitations: inputs.notes.slice(0, maxNotes)}),
  };
  return {name, config, input, output, repairs};
}

const hasKeys = (value: object): boolean => Object.keys(value).length > 0;

/** Summary and description within a budget; else the request itself. */
function descriptionOf({summary, description, deprecated, method, path}: Operation): string {
  const said = [summary, description].flatMap((text) => {
    const plain = shortened(text ?? '', descriptionBudget);
    return plain === '' ? [] : [plain];
  });
  const [first = '', second = ''] = said;
  const isSame = second === '' || second.startsWith(first.replace(/[.\s]+$/, ''));
  const whole = isSame ? second || first : `${sentence(first)} ${second}`;
  const text = shortened(whole, descriptionBudget - (deprecated ? 12 : 0)) || `${method.toUpperCase()} ${path}`;
  return deprecated ? `Deprecated. ${text}` : text;
}
