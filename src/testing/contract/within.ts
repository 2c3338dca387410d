/** What `within` rejects with when time is over. */
export class TookTooLong extends Error {
  constructor(ms: number) {
    super(`It took longer than ${String(ms)} ms`);
  }
}

/** The promise, or a rejection with TookTooLong after `ms`. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new TookTooLong(ms));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
