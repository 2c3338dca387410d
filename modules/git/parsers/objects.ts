/** Reads `git cat-file --batch`: `<hash> <type> <size>`, the content, a line break; `<name> missing` reads as empty. */
export function parseObjects(output: Buffer): Buffer[] {
  const contents: Buffer[] = [];
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    if (end === -1) break;
    const [, , size] = output.toString('latin1', at, end).split(' ');
    const length = Number(size ?? 0);
    contents.push(output.subarray(end + 1, end + 1 + length));
    at = size === undefined ? end + 1 : end + 1 + length + 1;
  }
  return contents;
}
