// Messages of the protocol's front end, as few bytes in one piece:
// https://www.postgresql.org/docs/current/protocol-message-formats.html

const codes = {parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, close: 0x43} as const;

/** Type byte, and a length that counts itself. */
const headSize = 5;

export const syncMessage = Buffer.from([0x53, 0, 0, 0, 4]);
export const flushMessage = Buffer.from([0x48, 0, 0, 0, 4]);

/** Portal without a name: there is one at a time. */
const describePortal = Buffer.from([codes.describe, 0, 0, 0, 6, 0x50, 0]);
const describeStatement = Buffer.from([codes.describe, 0, 0, 0, 6, 0x53, 0]);

/** Parses a text as the statement of that name, which is ASCII; without one there is one at a time. */
export function parseMessage(text: string, name = ''): Buffer {
  const size = Buffer.byteLength(text);
  const message = head(codes.parse, name.length + 1 + size + 1 + 2);
  message.write(name, headSize, 'latin1');
  message.write(text, headSize + name.length + 1, size, 'utf8');
  return message;
}

/** Gives the statement its values, all as text. */
function bindMessage(values: readonly (string | null)[], name: string): Buffer {
  let size = 4 * values.length;
  for (const value of values) if (value !== null) size += Buffer.byteLength(value);
  // Names of portal and statement, formats of the values, their number, formats of the results.
  const message = head(codes.bind, 1 + name.length + 1 + 2 + 2 + size + 2);
  message.write(name, headSize + 1, 'latin1');
  let at = message.writeUInt16BE(values.length, headSize + 1 + name.length + 3);
  for (const value of values) {
    const bytes = value === null ? 0 : message.write(value, at + 4, 'utf8');
    message.writeInt32BE(value === null ? -1 : bytes, at);
    at += 4 + bytes;
  }
  return message;
}

/** Runs what was bound, for so many rows; 0 is all. */
function executeMessage(rows: number): Buffer {
  const message = head(codes.execute, 1 + 4);
  message.writeInt32BE(rows, headSize + 1);
  return message;
}

/** Lets the server forget the statement of that name, if it has it. */
function closeMessage(name: string): Buffer {
  const message = head(codes.close, 1 + name.length + 1);
  message[headSize] = 0x53;
  message.write(name, headSize + 1, 'latin1');
  return message;
}

function head(code: number, size: number): Buffer {
  const message = Buffer.alloc(headSize + size);
  message[0] = code;
  message.writeInt32BE(size + 4, 1);
  return message;
}

/** How a statement is said. */
interface Saying {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** One row more is asked for, to know whether there are more. */
  readonly maxRows: number;
  /** Under which the server keeps it; none is the one that the next text takes the place of. */
  readonly name?: string | undefined;
  /** The server has it under its name, and its columns are known: it is only bound and run. */
  readonly isKnown?: boolean | undefined;
}

/** Parse, bind and run a statement. */
export function runMessages({text, values, maxRows, name = '', isKnown = false}: Saying): Buffer[] {
  const bind = bindMessage(values, name);
  const execute = executeMessage(maxRows === Infinity ? 0 : maxRows + 1);
  return isKnown ? [bind, execute] : [parseMessage(text, name), bind, describePortal, execute];
}

/** Lets the server forget the statements of these names. */
export const closeMessages = (names: readonly string[]): Buffer[] => names.map(closeMessage);

/** Asks which types a statement's parameters have, and runs nothing. */
export const describeMessages = (text: string): Buffer[] => [parseMessage(text), describeStatement];
