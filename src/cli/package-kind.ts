import {readFileSync} from 'node:fs';
import {dirname, extname, join} from 'node:path';

/** Whether Node and TypeScript take a `.ts` or `.js` file for CommonJS, as the nearest package.json says. */
export function isCommonJs(path: string): boolean {
  if (!['.ts', '.js'].includes(extname(path))) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const type = packageType(join(folder, 'package.json'));
    if (type !== undefined) return type !== 'module';
    if (folder === dirname(folder)) return false;
  }
}

/** What a package.json says it is; undefined where there is none that can be read. */
function packageType(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as {readonly type?: unknown}).type ?? 'commonjs';
  } catch {
    return undefined;
  }
}
