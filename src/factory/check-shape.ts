import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {Shape, ShapeType} from '../contract/wrap-language.js';
import {preview} from '../schema/describe-issue.js';
import type {FoundProblem, Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {isOnlyCode} from './language/shape.js';
import {isPlainObject} from './snapshot-config.js';

const typeTests: Readonly<Record<ShapeType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: isPlainObject,
  array: Array.isArray,
  null: (value) => value === null,
};

const typesOf = ({type}: Shape): readonly ShapeType[] => {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
};

const isLive = (value: unknown): boolean => typeof value === 'function' || (isRecord(value) && !isPlainObject(value));

const show = (value: unknown): string => (typeof value === 'function' ? 'a function' : preview(value));

/** Reports everything in `value` that is not as `shape` says. */
export function checkShape(shape: Shape, value: unknown, path: string, report: Report): void {
  // What could not be copied was reported there.
  if (value === undefined) return;
  if (isOnlyCode(shape)) {
    if (!isLive(value) && !isRecord(value)) report(wrong(shape, value, path, shape.code ?? 'a live value'));
    return;
  }
  if (shape.code !== undefined && isLive(value)) return;
  if (isLive(value) && (shape.type !== undefined || shape.anyOf !== undefined)) {
    report(wrong(shape, value, path, expectation(shape)));
    return;
  }
  if (shape.anyOf) {
    checkBranches(shape, shape.anyOf, value, path, report);
    return;
  }
  const types = typesOf(shape);
  if (types.length > 0 && !types.some((type) => typeTests[type](value))) {
    report(wrong(shape, value, path, expectation(shape)));
    return;
  }
  if (shape.enum && !shape.enum.includes(value as string)) {
    const near = typeof value === 'string' ? nearest(value, shape.enum.map(String)) : undefined;
    const allowed = shape.enum.join(', ');
    report({
      path,
      message: `It must be one of ${allowed}`,
      received: show(value),
      remedy: near === undefined ? `Use one of ${allowed}` : `Did you mean "${near}"?`,
    });
    return;
  }
  if (typeof value === 'string') checkText(shape, value, path, report);
  if (typeof value === 'number') checkNumber(shape, value, path, report);
  if (Array.isArray(value)) checkArray(shape, value, path, report);
  else if (isPlainObject(value)) checkObject(shape, value, path, report);
}

const expectation = (shape: Shape): string => {
  const types = (shape.anyOf ?? [shape]).flatMap(typesOf);
  return [...new Set(types)].join(' or ') || 'another value';
};

/** What a key is for, in a sentence: the whole is in the docs. */
export const about = ({description}: Shape = {}): string =>
  description === undefined ? '' : (/^.*?[.:;](?=\s|$)/s.exec(description)?.[0] ?? description).replace(/[:;]$/, '.');

const withAbout = (advice: string, shape?: Shape): string => [advice, about(shape)].filter(Boolean).join(': ');

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function wrong(shape: Shape, value: unknown, path: string, expected: string): FoundProblem {
  const advice = `Give ${expected
    .split(' or ')
    .map((type) => articles[type] ?? type)
    .join(' or ')}`;
  return {path, message: `It must be ${expected}`, received: show(value), remedy: withAbout(advice, shape)};
}

function checkBranches(shape: Shape, branches: readonly Shape[], value: unknown, path: string, report: Report): void {
  const fitting = branches.filter(
    (branch) => typesOf(branch).length === 0 || typesOf(branch).some((type) => typeTests[type](value)),
  );
  if (fitting.length === 0) {
    report(wrong(shape, value, path, expectation(shape)));
    return;
  }
  const outcomes = fitting.map((branch) => {
    const problems: FoundProblem[] = [];
    checkShape(branch, value, path, (problem) => problems.push(problem));
    return problems;
  });
  const best = outcomes.reduce((least, problems) => (problems.length < least.length ? problems : least));
  best.forEach(report);
}

function checkText(shape: Shape, value: string, path: string, report: Report): void {
  if (shape.minLength !== undefined && value.length < shape.minLength) {
    report({path, message: 'It must not be empty', received: show(value), remedy: about(shape) || 'Give a text'});
  } else if (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value)) {
    report({
      path,
      message: value.trim() === '' ? 'It must not be empty' : `It does not match ${shape.pattern}`,
      received: show(value),
      remedy: about(shape) || 'Choose another name',
    });
  }
}

function checkNumber(shape: Shape, value: number, path: string, report: Report): void {
  const {minimum, maximum} = shape;
  if ((minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum)) {
    const range = [minimum !== undefined && `at least ${minimum}`, maximum !== undefined && `at most ${maximum}`];
    const expected = range.filter(Boolean).join(' and ');
    report({path, message: `It must be ${expected}`, received: show(value), remedy: `Give a number of ${expected}`});
  }
}

function checkArray(shape: Shape, value: readonly unknown[], path: string, report: Report): void {
  if (shape.minItems !== undefined && value.length < shape.minItems) {
    report({
      path,
      message: 'The list must not be empty',
      received: show(value),
      remedy: about(shape) || 'Add an item',
    });
  }
  const {items} = shape;
  if (items) value.forEach((item, index) => checkShape(items, item, joinPath(path, index), report));
}

function checkObject(shape: Shape, value: Record<string, unknown>, path: string, report: Report): void {
  const misspelt = misspeltKeys(shape, value);
  for (const key of shape.required ?? []) {
    if (Object.hasOwn(value, key) || misspelt.has(key)) continue;
    report({
      path: joinPath(path, key),
      message: `"${key}" is missing`,
      remedy: withAbout(`Add "${key}"`, shape.properties?.[key]),
    });
  }
  const keys = Object.keys(value);
  if (shape.minProperties !== undefined && keys.length < shape.minProperties) {
    const remedy = path === 'tools' ? 'Add a tool: {"name": {…}}' : withAbout('Add an entry: {"name": …}', shape);
    report({path, message: 'It must not be empty', received: show(value), remedy});
  }
  for (const key of keys) {
    const place = joinPath(path, key);
    const known = shape.properties;
    const property = known && Object.hasOwn(known, key) ? known[key] : undefined;
    if (property) checkShape(property, value[key], place, report);
    else if (shape.additionalProperties === false) report(unknownKey(key, Object.keys(known ?? {}), place, value[key]));
    else if (typeof shape.additionalProperties === 'object')
      checkShape(shape.additionalProperties, value[key], place, report);
  }
}

/** Keys that unknown ones of an object were most likely meant to be: they are not missing besides. */
export function misspeltKeys(shape: Shape, value: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const known = Object.keys(shape.properties ?? {});
  const unknown = shape.additionalProperties === false ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return new Set(unknown.flatMap((key) => nearest(key, known) ?? []));
}

function unknownKey(key: string, known: readonly string[], path: string, value: unknown): FoundProblem {
  const near = nearest(key, known);
  return {
    path,
    message: `Unknown key "${key}"`,
    received: show(value),
    remedy: near === undefined ? `Known here: ${known.join(', ')}` : `Did you mean "${near}"?`,
  };
}
