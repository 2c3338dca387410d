export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of the ratios round by round: what slows a whole round down, slows both sides of its ratio. */
export function medianRatio(times, floor) {
  return median(times.map((time, round) => time / floor[round]));
}
