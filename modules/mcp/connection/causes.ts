import {isRecord} from '../../../src/sdk.js';

/**
 * An error and what it came from, outermost first, a few steps far. Errors of the SDK itself have causes in `data` as
 * well; in an error of a server, `data` is the server's to fill, and is not believed.
 */
export function causesOf(thrown: unknown): readonly unknown[] {
  const found: unknown[] = [];
  for (let step: unknown = thrown; isErrorLike(step) && found.length < 6 && !found.includes(step); step = next(step)) {
    found.push(step);
  }
  return found;
}

const isErrorLike = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function next(error: Record<string, unknown>): unknown {
  const {cause, name, data} = error;
  return cause ?? (name !== 'ProtocolError' && isRecord(data) ? data['cause'] : undefined);
}

/** The HTTP status that an error of the SDK tells of; not one that a server put into an error of its own. */
export function statusOf(error: unknown): number | undefined {
  if (!isErrorLike(error) || error['name'] !== 'SdkHttpError') return undefined;
  const {status} = error;
  return typeof status === 'number' ? status : undefined;
}

/** The code of an error: the SDK's (`REQUEST_TIMEOUT`), Node's (`ECONNREFUSED`) or JSON-RPC's (-32602). */
export function codeOf(error: unknown): string | number | undefined {
  const code = isErrorLike(error) ? error['code'] : undefined;
  return typeof code === 'string' || typeof code === 'number' ? code : undefined;
}

export const messageOf = (error: unknown): string =>
  isErrorLike(error) && typeof error['message'] === 'string' ? error['message'] : String(error);

/** An error whose native code is a text, as details.cause tells codes; its message is cut there, behind its secrets. */
export function asCause(error: unknown): Error {
  const code = codeOf(error) ?? statusOf(error);
  const name = isErrorLike(error) && typeof error['name'] === 'string' ? error['name'] : 'Error';
  return Object.assign(new Error(messageOf(error)), {name, ...(code !== undefined && {code: `${code}`})});
}
