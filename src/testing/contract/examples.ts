import {isRecord} from '../../contract/json.js';
import type {ToolExample} from '../../contract/metadata.js';

/** A call that an example needs before it: its data is known by a name, which `$name` in an input stands for. */
interface Step {
  readonly tool: string;
  readonly input: unknown;
  readonly as?: string;
}

/** What the suite itself makes of an example's `setup`. */
interface Setup {
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export function setupOf({setup = {}}: ToolExample): Setup {
  const {files, steps} = setup;
  return {
    files: isRecord(files) ? (files as Record<string, string>) : {},
    steps: Array.isArray(steps) ? steps.filter((step): step is Step => isRecord(step) && 'tool' in step) : [],
  };
}

/** An input with the data of earlier steps in place of `$name`, and parts of it in place of `$name.path`. */
export function bind(value: unknown, known: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (lookUp(value.slice(1), known) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => bind(item, known));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, bind(item, known)]));
}

function lookUp(path: string, known: Readonly<Record<string, unknown>>): unknown {
  let value: unknown = known;
  for (const step of path.split('.')) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  }
  return value;
}

/** The code that an example promises to fail with; undefined for one that promises a success. */
export function promisedCode({output}: ToolExample): string | undefined {
  if (!isRecord(output) || output['success'] !== false) return undefined;
  return isRecord(output['error']) ? String(output['error']['code']) : 'unknown';
}

/** The data an example promises: of a whole result, or as it stands; undefined for any. */
export function promisedData({output}: ToolExample): unknown {
  return isRecord(output) && output['success'] === true ? output['data'] : output;
}

/** Examples that promise a success. */
export const successes = (examples: readonly ToolExample[]): ToolExample[] =>
  examples.filter((example) => promisedCode(example) === undefined);
