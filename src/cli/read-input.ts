import {open} from 'node:fs/promises';
import {resolve} from 'node:path';
import {ToolError} from '../contract/errors.js';
import {nativeCode} from '../contract/native-errors.js';
import type {Io} from './io.js';
import {usageError} from './usage-error.js';

/** bytes of input; as much as a tool may ever get from a command line */
const maxBytes = 64 * 1024 * 1024;

export interface InputSources {
  /** JSON, or `-` for stdin. */
  readonly argument: string | undefined;
  /** Path of a file with JSON. */
  readonly file: string | undefined;
  /** Whether the tool can not be called without input. */
  readonly isNeeded: boolean;
  /** Told when stdin is read without having been asked for. */
  readonly note: (text: string) => void;
}

/**
 * The input of a call: from the argument, a file, or stdin. Without any of them stdin is read when the tool needs input and
 * stdin is no terminal. Throws INVALID_PARAMETER.
 */
export async function readInput({argument, file, isNeeded, note}: InputSources, io: Io): Promise<unknown> {
  if (argument !== undefined && file !== undefined) {
    throw usageError('Input is given twice, as JSON and by --file', 'Give one of them');
  }
  if (file !== undefined) return parseInput(await readFile(resolve(io.cwd, file), file), `the file ${file}`);
  if (argument === '-') return parseInput(await readAll(io), 'stdin');
  if (argument !== undefined) return parseInput(argument, 'the argument');
  if (!isNeeded || io.stdin.isTTY === true) return {};
  note('Reading the input as JSON from stdin; it can also be an argument or --file FILE');
  const text = await readAll(io);
  return text.trim() === '' ? {} : parseInput(text, 'stdin');
}

async function readFile(path: string, shown: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const facts = await file.stat();
      if (facts.isDirectory()) throw usageError(`${shown} is a folder, not a file with JSON`, 'Name a file');
      if (facts.size > maxBytes)
        throw usageError(
          `${shown} has ${facts.size} bytes, more than ${maxBytes}`,
          'Pass large content by a file of its own',
        );
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = nativeCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw usageError(`There is no file ${shown}`, 'Check the path; it is relative to the current folder');
    }
    if (code === 'EACCES') throw usageError(`The file ${shown} can not be read`, 'Check its permissions');
    throw error;
  }
}

async function readAll({stdin, signal}: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  const chunksOfStdin = stdin[Symbol.asyncIterator]();
  // Who waits for nothing must be able to end it.
  const ended = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new ToolError('OPERATION_CANCELLED', 'Ended while stdin was read', {outcome: 'not_executed'}));
    });
  });
  ended.catch(() => undefined);
  let size = 0;
  for (;;) {
    const next: IteratorResult<Uint8Array | string, unknown> = await Promise.race([chunksOfStdin.next(), ended]);
    if (next.done === true) break;
    const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    size += bytes.length;
    if (size > maxBytes)
      throw usageError(`stdin has more than ${maxBytes} bytes`, 'Pass large content by a file of its own');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseInput(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageError(
      `The input in ${source} is no JSON: ${why}`,
      `Write it in single quotes: haft call fs.read '{"path": "README.md"}'`,
      'Or put it into a file and give --file FILE',
    );
  }
}
