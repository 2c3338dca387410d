import {ToolError} from '../../../src/sdk.js';

/** Waits for the promise, for so many ms at most; false when it was not over then. Throws when the call is cancelled. */
export async function untilOrAborted(promise: Promise<unknown>, ms: number, signal: AbortSignal): Promise<boolean> {
  const cancelled = (): ToolError =>
    new ToolError('OPERATION_CANCELLED', 'The call was cancelled while it waited', {outcome: 'not_executed'});
  if (signal.aborted) throw cancelled();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(resolve, ms, false);
      const abort = (): void => reject(cancelled());
      signal.addEventListener('abort', abort, {once: true});
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
      promise.then(() => resolve(true), reject);
    });
  } finally {
    stop?.();
  }
}
