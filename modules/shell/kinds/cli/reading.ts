import {isRecord, nearest} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';

export type Values = Readonly<Record<string, unknown>>;

/** Tells of something that is wrong with a config: where, what, and what to do. */
export type Problem = (path: string, message: string, remedy: string, received?: unknown) => void;

/** How the parts of a tool are read: once to be checked, and once to be used. */
export interface Reading {
  readonly template: WrapSetup['template'];
  readonly problem: Problem;
  /** Whether an input can only be one of a few texts, or a number: what it is put into stays what the config says. */
  readonly isClosed: (input: string) => boolean;
  /** Whether a template is one input that is declared to be a boolean. */
  readonly isFlag: (template: unknown) => boolean;
}

/** Reports keys that a part of a config does not know. */
export function checkKeys(part: Values, known: readonly string[], at: string, problem: Problem): void {
  for (const key of Object.keys(part)) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const remedy = near === undefined ? `Known here: ${known.join(', ')}` : `Did you mean "${near}"?`;
    problem(`${at}.${key}`, `Unknown key "${key}"`, remedy, part[key]);
  }
}

/** The input that a text is, and nothing else: `{name}`. */
export const inputNamed = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^\{([A-Za-z_$][\w$-]*)\}$/.exec(text)?.[1] : undefined;

/** Whether a template takes something from the input or from the operator, and is more than fixed text. */
export const isFilled = (template: unknown): boolean =>
  typeof template === 'string' ? /\{[A-Za-z_$]/.test(template.replaceAll(/\{\{[^{}]*\}\}/g, '')) : isRecord(template);
