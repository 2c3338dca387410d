import type {Call} from '../../../src/sdk.js';

/** Bytes between two reports where the whole is not known. */
const step = 1 << 20;

/** Tells a caller how far a transfer is: at every hundredth of a length that is known, else at every mebibyte. */
export function transferProgress(call: Call, length: number): (bytes: number) => void {
  const known = length > 0;
  const every = known ? Math.max(1, length / 100) : step;
  let next = 0;
  return (bytes) => {
    if (bytes < next) return;
    next = bytes + every;
    if (known) call.progress(bytes / length, `${bytes} of ${length} bytes`);
    else call.progress(`${bytes} bytes`);
  };
}
