import {ToolError} from '../../../../../src/sdk.js';
import type {HttpAnswer} from '../../../answer.js';
import {nextLink} from './next-link.js';
import {readPath} from '../pick.js';

type Values = Readonly<Record<string, unknown>>;

/** Where the next page is: another value of the parameter, or a URL as the server wrote it. */
export type Step = {readonly value: string | number} | {readonly link: string};

/** A page that was read. */
export interface Page {
  /** Where it came from. */
  readonly url: URL;
  readonly answer: HttpAnswer;
  readonly items: readonly unknown[];
  /** From 1. */
  readonly number: number;
}

/** Says where the next page is by the page that was read; undefined after the last. */
export type NextStep = (page: Page) => Step | undefined;

/** How the pages of a tool follow each other. `first` is what the caller gave for the parameter. */
export function nextStepOf(paginate: Values, first: unknown): {readonly start: Step | undefined; next: NextStep} {
  switch (paginate['style']) {
    case 'page':
      return counting(paginate, numberOf(first, paginate, 1), () => 1);
    case 'offset':
      return counting(paginate, numberOf(first, paginate, 0), ({items}) => items.length);
    case 'cursor':
      return {start: undefined, next: (page) => cursorStep(paginate, page)};
    default:
      return {start: undefined, next: ({answer}) => linkStep(nextLink(answer.headers['link']))};
  }
}

const linkStep = (link: string | undefined): Step | undefined => (link === undefined ? undefined : {link});

function numberOf(first: unknown, {start, parameter}: Values, fallback: number): number {
  if (first === undefined || first === null) return Number(start ?? fallback);
  const number = Number(first);
  if (Number.isSafeInteger(number)) return number;
  throw new ToolError('INVALID_PARAMETER', `"${String(parameter)}" must be a whole number to go on from`, {
    outcome: 'not_executed',
  });
}

function counting(
  paginate: Values,
  start: number,
  advance: (page: Page) => number,
): {readonly start: Step; next: NextStep} {
  let position = start;
  const {size} = paginate;
  return {
    start: {value: start},
    next: (page) => {
      position += advance(page);
      const more = saysMore(paginate, page);
      if (more === false || page.items.length === 0) return undefined;
      if (more === undefined && typeof size === 'number' && page.items.length < size) return undefined;
      return {value: position};
    },
  };
}

function cursorStep(paginate: Values, page: Page): Step | undefined {
  if (saysMore(paginate, page) === false) return undefined;
  const value = readPath(page.answer.data, String(paginate['next']));
  if (paginate['parameter'] === undefined) return typeof value === 'string' && value !== '' ? {link: value} : undefined;
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? {value} : undefined;
}

/** What the answer says of there being more; undefined where it is not asked. */
function saysMore({hasMore}: Values, {answer}: Page): boolean | undefined {
  return typeof hasMore === 'string' ? readPath(answer.data, hasMore) === true : undefined;
}
