const units = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'us'],
  [1, 'ns'],
];

/** Three digits and a unit. */
export function formatNs(ns) {
  const [size, unit] = units.find(([size]) => ns >= size) ?? [1, 'ns'];
  return `${Number((ns / size).toPrecision(3))} ${unit}`;
}

export const formatRatio = (ratio) => (ratio < 0.1 ? ratio.toPrecision(1) : ratio.toFixed(ratio < 10 ? 2 : 0));

/** Rows in columns: names to the left, numbers to the right. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n');
}
