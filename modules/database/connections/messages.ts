// Messages of the protocol's front end, as few bytes in one piece:
// https://www.postgresql.org/docs/current/protocol-message-formats.html

const codes = {parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45} as const;

/** Type byte, and a length that counts itself. */
const headSize = 5;

export const syncMessage = Buffer.from([0x53, 0, 0, 0, 4]);
export const flushMessage = Buffer.from([0x48, 0, 0, 0, 4]);

/** Portal without a name: there is one at a time. */
const describePortal = Buffer.from([codes.describe, 0, 0, 0, 6, 0x50, 0]);
const describeStatement = Buffer.from([codes.describe, 0, 0, 0, 6, 0x53, 0]);

/** Parses a text as the statement without a name. */
export function parseMessage(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const message = head(codes.parse, 1 + size + 1 + 2);
  message.write(text, headSize + 1, size, 'utf8');
  return message;
}

/** Gives the statement its values, all as text. */
function bindMessage(values: readonly (string | null)[]): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)));
  const size = sizes.reduce((sum, each) => sum + 4 + Math.max(each, 0), 0);
  // Names of portal and statement, formats of the values, their number, formats of the results.
  const message = head(codes.bind, 1 + 1 + 2 + 2 + size + 2);
  let at = message.writeUInt16BE(values.length, headSize + 4);
  values.forEach((value, index) => {
    const bytes = sizes[index] ?? -1;
    at = message.writeInt32BE(bytes, at);
    if (value !== null) at += message.write(value, at, bytes, 'utf8');
  });
  return message;
}

/** Runs what was bound, for so many rows; 0 is all. */
function executeMessage(rows: number): Buffer {
  const message = head(codes.execute, 1 + 4);
  message.writeInt32BE(rows, headSize + 1);
  return message;
}

function head(code: number, size: number): Buffer {
  const message = Buffer.alloc(headSize + size);
  message[0] = code;
  message.writeInt32BE(size + 4, 1);
  return message;
}

/** Parse, bind and run a statement. One row more than may be answered is asked for, to know whether there are more. */
export const runMessages = (text: string, values: readonly (string | null)[], maxRows: number): Buffer[] => [
  parseMessage(text),
  bindMessage(values),
  describePortal,
  executeMessage(maxRows === Infinity ? 0 : maxRows + 1),
];

/** Asks which types a statement's parameters have, and runs nothing. */
export const describeMessages = (text: string): Buffer[] => [parseMessage(text), describeStatement];
