import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import type {Clock} from '../../contract/services.js';
import {isRecord} from '../../contract/json.js';
import {isObject} from '../method-path.js';
import {byteEncodings, isByteEncoding} from './bytes.js';
import type {ByteEncoding} from './bytes.js';
import {Cursor, isIterable} from './cursor.js';

type Values = Readonly<Record<string, unknown>>;

/** Where bytes stand in an answer (`''`: the answer itself), with how they are written, which may come from the input. */
export type ReadPlan = readonly (readonly [name: string, encoding: (values: Values, call: Call) => unknown])[];

interface ReadRequest {
  readonly values: Values;
  readonly call: Call;
  readonly clock: Clock;
  /** Bytes of all together. */
  readonly limit: number;
}

/** Reads bytes, streams and blobs of an answer whole, and puts their text in their place. Throws LIMIT_EXCEEDED. */
export async function readBytes(
  answer: unknown,
  plan: ReadPlan,
  {values, call, clock, limit}: ReadRequest,
): Promise<unknown> {
  const budget: Budget = {left: limit, limit, call, clock};
  const encodings = plan.map(([name, encoding]) => [name, encodingOf(encoding(values, call))] as const);
  const [only] = encodings;
  if (only?.[0] === '') return textOf(answer, only[1], budget);
  if (!isRecord(answer)) return answer;
  const read: Record<string, unknown> = {...answer};
  for (const [name, encoding] of encodings) {
    if (read[name] !== undefined && read[name] !== null) read[name] = await textOf(read[name], encoding, budget);
  }
  return read;
}

function encodingOf(value: unknown): ByteEncoding {
  const encoding = value ?? 'base64';
  if (isByteEncoding(encoding)) return encoding;
  throw new ToolError('INVALID_PARAMETER', `There is no encoding ${JSON.stringify(value)}`, {
    suggestions: [`Encodings are ${byteEncodings.join(', ')}`],
  });
}

interface Budget {
  left: number;
  readonly limit: number;
  readonly call: Call;
  readonly clock: Clock;
}

async function textOf(value: unknown, encoding: ByteEncoding, budget: Budget): Promise<unknown> {
  if (typeof value === 'string') {
    spend(Buffer.from(value), budget);
    return value;
  }
  const whole = viewOf(value);
  if (whole) return spend(whole, budget).toString(encoding);
  const stream = streamOf(value);
  if (stream === undefined) return value;
  return (await readStream(stream, budget)).toString(encoding);
}

function viewOf(value: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? Buffer.from(value) : undefined;
}

/** What can be read piece by piece: a stream, the stream of a blob, the body of a response. */
function streamOf(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  if (isIterable(value)) return value;
  const {stream, body} = value as {readonly stream?: unknown; readonly body?: unknown};
  if (typeof stream === 'function') return Reflect.apply(stream, value, []) as unknown;
  return isIterable(body) ? body : undefined;
}

async function readStream(stream: unknown, budget: Budget): Promise<Buffer> {
  const {call, clock} = budget;
  const cursor = new Cursor(stream);
  const pieces: Buffer[] = [];
  try {
    for (;;) {
      const {items, done} = await cursor.take({limit: 1, wait: undefined, call, clock});
      for (const item of items) {
        const piece = typeof item === 'string' ? Buffer.from(item) : viewOf(item);
        if (!piece) throw new ToolError('INVALID_OUTPUT', 'The stream holds no bytes', {outcome: 'unknown'});
        pieces.push(spend(piece, budget));
      }
      if (done) return Buffer.concat(pieces);
    }
  } finally {
    await cursor.end();
  }
}

function spend(piece: Buffer, budget: Budget): Buffer {
  budget.left -= piece.length;
  if (budget.left >= 0) return piece;
  throw new ToolError('LIMIT_EXCEEDED', `The answer has more than ${String(budget.limit)} bytes`, {
    outcome: 'unknown',
    context: {limit: budget.limit},
    suggestions: ['Raise "maxBytes" of the tool, or ask for a part'],
  });
}
