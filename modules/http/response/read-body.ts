import type {IncomingMessage} from 'node:http';
import {tooLarge} from './too-large.js';

/**
 * The bytes of an answer as they came. Rejects with LIMIT_EXCEEDED beyond `maxBytes`, whatever its length claims, and with
 * what Node says where the connection ends before. `cut` answers the first of them instead.
 */
export function readBody(message: IncomingMessage, maxBytes: number, {cut = false} = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const closed = (): void => reject(Object.assign(new Error('The connection was closed'), {code: 'ECONNRESET'}));
    const done = (): void => {
      message.off('close', closed);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    };
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      if (cut) {
        chunks.push(chunk.subarray(0, chunk.length - (size - maxBytes)));
        size = maxBytes;
        done();
      } else reject(tooLarge(maxBytes));
      message.destroy();
    });
    message.on('end', done);
    message.on('error', reject);
    message.on('close', closed);
  });
}
