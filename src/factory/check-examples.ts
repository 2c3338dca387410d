import {isRecord} from '../contract/json.js';
import {InputSchema} from '../schema/input-schema.js';
import type {Issue} from '../schema/issue.js';
import type {NormalizedSchema} from '../schema/normalize.js';
import {closedNames} from '../schema/normalize.js';
import {fitsPlainSchema} from '../schema/plain-fit.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {unknownInput} from './unknown-input.js';

/** Levels of an input, as of a call. */
const maxDepth = 64;

/**
 * An example must be an input that the tool takes; whether it works is a matter for tests. What stands for the answer of an
 * earlier step (`$image`) is not known, and an example that shows a failure may show a wrong input.
 */
export function checkExamples(examples: unknown, takes: NormalizedSchema, path: string, report: Report): void {
  for (const [index, example] of (Array.isArray(examples) ? (examples as unknown[]) : []).entries()) {
    if (!isRecord(example) || !isRecord(example['input'])) continue;
    const {input} = example;
    const place = joinPath(joinPath(path, index), 'input');
    const unknown = unknownNames(input, takes);
    for (const name of unknown) report({path: joinPath(place, name), ...unknownInput(name, closedNames(takes) ?? [])});
    if (unknown.length > 0 || showsFailure(example['output']) || fitsPlainSchema(input, takes.schema)) continue;
    for (const {path: at, message, received, suggestion} of issuesOf(input, takes, stepNames(example['setup']))) {
      report({
        path: [place, at].filter((part) => part !== '').join(at.startsWith('[') ? '' : '.'),
        message,
        ...(received !== undefined && {received}),
        remedy: suggestion ?? 'Show an input that the tool takes',
      });
    }
  }
}

function unknownNames(input: Readonly<Record<string, unknown>>, takes: NormalizedSchema): readonly string[] {
  const known = closedNames(takes);
  if (!known) return [];
  return Object.keys(input).filter((name) => !known.includes(name) && !Object.hasOwn(takes.aliases, name));
}

const showsFailure = (output: unknown): boolean => isRecord(output) && output['success'] === false;

/** What the steps before an example are known by. */
function stepNames(setup: unknown): ReadonlySet<unknown> {
  const steps = isRecord(setup) && Array.isArray(setup['steps']) ? (setup['steps'] as unknown[]) : [];
  return new Set(steps.map((step) => (isRecord(step) ? step['as'] : undefined)));
}

function issuesOf(input: object, takes: NormalizedSchema, steps: ReadonlySet<unknown>): readonly Issue[] {
  const issues = new InputSchema(takes).check(input, {maxDepth});
  return issues.filter(({path}) => !standsForStep(valueAt(input, path), steps));
}

/** The value that an issue is about: `files[0].name`. */
const valueAt = (input: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>(
      (value, step) => (Object(value) === value ? Reflect.get(value as object, step) : undefined),
      input,
    );

/** Whether a value is, or holds, the answer of a step. */
function standsForStep(value: unknown, steps: ReadonlySet<unknown>): boolean {
  if (typeof value === 'string') return value.startsWith('$') && steps.has(value.slice(1).split('.')[0]);
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => standsForStep(one, steps));
}
