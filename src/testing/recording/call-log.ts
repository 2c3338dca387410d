import {isSensitiveKey} from '../../contract/sensitive.js';
import {safeRead} from '../../contract/native-errors.js';
import type {Redactor} from '../../contract/services.js';
import type {RecordedCall, Recording} from './recorded-call.js';

/** The calls that were made, oldest first, with what assertions ask of them. */
export class CallLog implements Iterable<RecordedCall> {
  readonly #calls: RecordedCall[] = [];
  readonly #redactor: Redactor;
  readonly #stop: () => void;

  constructor(redactor: Redactor, stop: () => void) {
    this.#redactor = redactor;
    this.#stop = stop;
  }

  /** Notes a call that begins; the answered function notes how it ended. For recorders. */
  begin(call: Omit<RecordedCall, 'order' | 'result' | 'duration'>): (result: RecordedCall['result']) => void {
    const index = this.#calls.length;
    const running: RecordedCall = {...call, order: index + 1, result: undefined, duration: undefined};
    this.#calls.push(running);
    return (result) => {
      const place = this.#calls.indexOf(running);
      if (place >= 0) this.#calls[place] = {...running, result, duration: result?.metadata.duration};
    };
  }

  get length(): number {
    return this.#calls.length;
  }

  get first(): RecordedCall | undefined {
    return this.#calls[0];
  }

  get last(): RecordedCall | undefined {
    return this.#calls.at(-1);
  }

  /** Full names of the tools, in the order of their calls: `['git.add', 'git.commit']`. */
  get tools(): string[] {
    return this.#calls.map(({tool}) => tool);
  }

  /** Calls of one tool, by its full name or by its name in the module. */
  of(tool: string): RecordedCall[] {
    return this.#calls.filter((call) => call.tool === tool || call.tool.endsWith(`.${tool}`));
  }

  [Symbol.iterator](): Iterator<RecordedCall> {
    return this.#calls.values();
  }

  /** Forgets all calls. */
  clear(): void {
    this.#calls.length = 0;
  }

  /** Gives the tools back as they were; what was recorded stays. */
  stop(): void {
    this.#stop();
  }

  /** The finished calls as a recording, without secrets: those of configs, and what is named like one. */
  toJSON(): Recording {
    const calls = this.#calls.flatMap(({tool, input, result}) =>
      result
        ? [{tool, input: withoutSecrets(input, this.#redactor), result: withoutSecrets(result, this.#redactor)}]
        : [],
    );
    return {kind: 'haft-recording', version: 1, calls};
  }
}

const mask = '[redacted]';

/** A JSON copy, whole but for secrets; what can not be read is left out, and what holds itself is in it once. */
export function withoutSecrets(value: unknown, redactor: Redactor, above: readonly unknown[] = []): unknown {
  if (typeof value === 'string') return redactor.text(value);
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value;
  }
  if (above.includes(value)) return undefined;
  const inner = (item: unknown): unknown => withoutSecrets(item, redactor, [...above, value]);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(
    readableEntries(value).map(([key, item]) => [
      redactor.text(key),
      isSensitiveKey(key) && hasText(item) ? mask : inner(item),
    ]),
  );
}

/** Without what a getter refuses to tell. */
function readableEntries(value: object): [string, unknown][] {
  return Object.keys(value).flatMap((key): [string, unknown][] => {
    const item = safeRead(value, key);
    return item === undefined || typeof item === 'function' ? [] : [[key, item]];
  });
}

const hasText = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
