import type {KeptStream} from './kept-output.js';

/** Bytes in which the end of a line is looked for, so that what is kept begins and ends with whole lines. */
const nearby = 4096;

/** What is kept of a stream as text: beginning and end in whole lines, and between them a line that says what is missing. */
export function keptText(kept: KeptStream, decode: (bytes: Buffer) => string = utf8): string {
  if (kept.dropped === 0) return decode(kept.head);
  const head = wholeLines(kept.head);
  const tail = fromNextLine(kept.tail);
  const missing = kept.dropped + (kept.head.length - head.length) + (kept.tail.length - tail.length);
  const start = head.length > 0 && head.at(-1) !== newline ? `${decode(head)}\n` : decode(head);
  return `${start}… ${String(missing)} bytes left out …\n${decode(tail)}`;
}

/** Beginning and end of a text, for an error: the end says why. */
export function excerpt(text: string, most = 1900): string {
  if (text.length <= most) return text;
  const start = Math.floor(most / 4);
  const end = most - start;
  return `${text.slice(0, start)}\n… ${String(text.length - most)} characters left out …\n${text.slice(-end)}`;
}

const utf8 = (bytes: Buffer): string => bytes.toString('utf8');

const newline = 10;

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(newline);
  return end >= 0 && bytes.length - end <= nearby ? bytes.subarray(0, end + 1) : bytes;
}

function fromNextLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(newline);
  return end >= 0 && end < nearby ? bytes.subarray(end + 1) : bytes;
}
