/** Makes so many calls, `width` of them at a time: as soon as one has its answer the next begins. */
export async function inFlight(calls, width, call) {
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({length: Math.min(width, calls)}, lane));
}
