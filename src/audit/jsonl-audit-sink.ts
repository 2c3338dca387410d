import {closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../contract/errors.js';
import {safeRead} from '../contract/native-errors.js';
import type {AuditEntry, AuditSink} from '../contract/services.js';

const maxLine = 64 * 1024;

/**
 * The audit log as JSON lines, a file a day (`audit-2026-01-31.jsonl`), appended to and never followed through a link
 * (R24.1). Entries come redacted. `write` throws RESOURCE_UNAVAILABLE, with the folder and the cause,
 * when the line could not be written whole.
 */
export class JsonlAuditSink implements AuditSink {
  readonly #directory: string;
  #day = '';
  #file: number | undefined;

  /** @param directory is made when it does not exist. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  write(entry: AuditEntry): void {
    const line = Buffer.from(`${this.#serialize(entry)}\n`, 'utf8');
    let written: number;
    try {
      written = writeSync(this.#open(entry.timestamp.slice(0, 10)), line);
    } catch (cause) {
      throw this.#failure(String(safeRead(cause, 'message')), cause);
    }
    if (written === line.length) return;
    // Opened again, the file is seen to end in the middle of a line.
    this.close();
    throw this.#failure('the disk took a part of the line only');
  }

  #failure(why: string, cause?: unknown): ToolError {
    return new ToolError('RESOURCE_UNAVAILABLE', `The audit log in ${this.#directory} can not be written: ${why}`, {
      suggestions: ['Check that it is a folder, its permissions, and the space on its disk'],
      ...(cause !== undefined && {cause}),
    });
  }

  #serialize(entry: AuditEntry): string {
    const line = toLine(entry);
    return line.length <= maxLine ? line : toLine(shortened(entry, line.length));
  }

  #open(day: string): number {
    if (this.#file !== undefined && day === this.#day) return this.#file;
    this.close();
    mkdirSync(this.#directory, {recursive: true, mode: 0o700});
    const {O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY} = constants;
    const flags = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    const file = openSync(join(this.#directory, `audit-${day}.jsonl`), flags, 0o600);
    if (!fstatSync(file).isFile()) {
      closeSync(file);
      throw new Error(`audit-${day}.jsonl is not a regular file`);
    }
    endTornLine(file);
    this.#day = day;
    this.#file = file;
    return file;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** Where the disk was full, or a process died, in the middle of a line, that line alone is lost. */
function endTornLine(file: number): void {
  const {size} = fstatSync(file);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n') writeSync(file, '\n');
}

/** What a line must say, where something in the entry is too large for it. */
function shortened({timestamp, phase, callId, tool, decision, success, error}: AuditEntry, length: number): AuditEntry {
  const cut = (text: string): string => text.slice(0, 1000);
  return {
    timestamp,
    phase,
    callId,
    tool: cut(tool),
    context: {},
    decision: {effect: decision.effect, ...(decision.reason !== undefined && {reason: cut(decision.reason)})},
    input: `[${String(length)} characters]`,
    ...(success !== undefined && {success}),
    ...(error && {error: {code: cut(error.code), message: cut(error.message), outcome: error.outcome}}),
  };
}

/** What JSON leaves as it is although readers split on it, or terminals obey it: DEL, the C1 controls, U+2028, U+2029. */
const unsafe = /[\u007f-\u009f\u2028\u2029]/g;

function toLine(entry: AuditEntry): string {
  return JSON.stringify(entry).replace(unsafe, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
