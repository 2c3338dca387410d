import {noSecrets} from '../secrets.js';
import type {Secrets} from '../secrets.js';
import type {KeptStream} from './kept-output.js';

/** Bytes in which the end of a line is looked for, so that what is kept begins and ends with whole lines. */
const nearby = 4096;

/** What is kept of a stream as text: beginning and end in whole lines, and between them a line that says what is missing. */
export function keptText(
  kept: KeptStream,
  secrets: Pick<Secrets, 'torn'> = noSecrets,
  decode: (bytes: Buffer) => string = utf8,
): string {
  if (kept.dropped === 0) return decode(kept.head);
  const head = wholeLines(kept.head);
  const tail = fromNextLine(kept.tail);
  const missing = kept.dropped + (kept.head.length - head.length) + (kept.tail.length - tail.length);
  const [start, end] = [secrets.torn(decode(head), 'end'), secrets.torn(decode(tail), 'start')];
  const between = `… ${String(missing)} bytes left out …\n`;
  return `${start}${start === '' || start.endsWith('\n') ? '' : '\n'}${between}${end}`;
}

/** The same as base64, for what is no text, without secrets: in base64 they would be known only where they begin with it. */
export function keptBase64({head, tail, dropped}: KeptStream, secrets: Secrets): string {
  // One character a byte, which changes nothing else.
  const [start, end] = [head.toString('latin1'), tail.toString('latin1')];
  const parts = dropped === 0 ? [start] : [secrets.torn(start, 'end'), secrets.torn(end, 'start')];
  return Buffer.from(secrets.conceal(parts).join(''), 'latin1').toString('base64');
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
