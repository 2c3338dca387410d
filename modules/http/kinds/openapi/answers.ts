import type {JsonSchema} from '../../../../src/sdk.js';
import {bodyTypeOf, preferred} from './media-types.js';
import type {Answer, Operation} from './operation.js';
import type {Component, Components} from './schemas/components.js';
import {selfContained} from './schemas/components.js';
import {sentence, shortened} from './text.js';

/** What the schemas of answers are for. */
export type Outputs = 'check' | 'describe' | 'off';

/** Parts of the schema of an answer: what is checked is whole, what is only read by others is short. */
const budgets = {check: 15_000, describe: 1_500};

/** The schema of what an operation answers, if the description says it. Throws Broken. */
export function outputOf(operation: Operation, components: Components, outputs: Outputs): JsonSchema | undefined {
  if (outputs === 'off' || operation.method === 'head') return undefined;
  const successes = operation.answers.filter(({status}) => /^2(\d\d|XX)$/i.test(status));
  const answers = successes.length > 0 ? successes : operation.answers.filter(({status}) => status === 'default');
  const refs = new Set<Component>();
  const schemas = answers.flatMap((answer) => schemaOf(answer, components, refs));
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  // One that may be anything says nothing.
  if (unique.length === 0 || unique.some((schema) => Object.keys(schema).length === 0)) return undefined;
  const [only] = unique;
  const described = only && unique.length === 1 ? only : {anyOf: unique};
  const said = outputs === 'check' ? described : {anyOf: [unheld, described]};
  return selfContained(said, refs, budgets[outputs]).schema;
}

/** First of the two, so that nobody has to look at the other. */
const unheld: JsonSchema = {description: 'What the API really answers, which is not held to what it says of it.'};

function schemaOf({media}: Answer, components: Components, refs: Set<Component>): JsonSchema[] {
  if (media.length === 0) return [{type: 'null'}];
  const best = preferred(media);
  if (!best) return [];
  if (bodyTypeOf(best.type) !== 'json') return [{type: ['string', 'null']}];
  if (!best.schema) return [{}];
  const converted = components.convert(best.schema);
  for (const ref of converted.refs) refs.add(ref);
  return [converted.schema];
}

/** What a status means where the http module has no better word; `when` is left out for those that it has one for. */
const codes: Readonly<Record<string, {readonly code: string; readonly own?: true}>> = {
  400: {code: 'INVALID_PARAMETER', own: true},
  401: {code: 'AUTHENTICATION_REQUIRED'},
  403: {code: 'AUTHORIZATION_FAILED'},
  404: {code: 'RESOURCE_NOT_FOUND'},
  408: {code: 'OPERATION_TIMEOUT'},
  409: {code: 'CONFLICT', own: true},
  410: {code: 'RESOURCE_NOT_FOUND', own: true},
  412: {code: 'PRECONDITION_FAILED', own: true},
  422: {code: 'INVALID_PARAMETER', own: true},
  423: {code: 'RESOURCE_LOCKED'},
  429: {code: 'RATE_LIMITED'},
  503: {code: 'RESOURCE_UNAVAILABLE'},
};

interface ErrorRule {
  readonly description: string;
  readonly when?: readonly number[];
}

/** Codes of the failures that an operation describes, with what it says of them. */
export function errorsOf({answers}: Operation): Readonly<Record<string, ErrorRule>> {
  const rules = new Map<string, {descriptions: string[]; when: number[]}>();
  for (const {status, description} of answers) {
    const known = codes[status];
    if (!known) continue;
    const rule = rules.get(known.code) ?? {descriptions: [], when: []};
    const said = shortened(description ?? '', 120);
    rule.descriptions.push(said === '' ? `Status ${status}.` : `${sentence(said)} (${status})`);
    if (known.own) rule.when.push(Number(status));
    rules.set(known.code, rule);
  }
  return Object.fromEntries(
    [...rules].map(([code, {descriptions, when}]) => [
      code,
      {description: descriptions.join(' '), ...(when.length > 0 && {when})},
    ]),
  );
}
