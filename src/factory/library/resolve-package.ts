import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isRecord} from '../../contract/json.js';

const conditions: readonly string[] = ['node', 'import', 'module-sync', 'require', 'default'];

/** File of a package as a project sees it: from the current directory first, then from haft. undefined: not installed. */
export function resolvePackage(specifier: string, root: string): string | undefined {
  for (const from of [join(process.cwd(), 'package.json'), fileURLToPath(import.meta.url)]) {
    const found = resolveFrom(from, specifier) ?? resolveForImport(dirname(from), specifier, root);
    if (found !== undefined) return found;
  }
  return undefined;
}

function resolveFrom(file: string, specifier: string): string | undefined {
  try {
    return createRequire(file).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** A package that has only an entry for `import`, which `require` does not find. */
function resolveForImport(from: string, specifier: string, root: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const directory = join(folder, 'node_modules', root);
    const manifest = join(directory, 'package.json');
    if (existsSync(manifest)) {
      const {exports} = JSON.parse(readFileSync(manifest, 'utf8')) as {exports?: unknown};
      const target = entryOf(exports, `.${specifier.slice(root.length)}`);
      const file = target === undefined ? undefined : join(directory, target);
      return file?.startsWith(directory + sep) && existsSync(file) ? file : undefined;
    }
    if (folder === dirname(folder)) return undefined;
  }
}

/** The target of a subpath for `import`; patterns with `*` are left to `require.resolve`. */
function entryOf(exports: unknown, subpath: string): string | undefined {
  const hasSubpaths = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return targetOf(hasSubpaths ? exports[subpath] : subpath === '.' ? exports : undefined);
}

function targetOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry;
  if (Array.isArray(entry)) return entry.map(targetOf).find((target) => target !== undefined);
  if (!isRecord(entry)) return undefined;
  for (const [condition, value] of Object.entries(entry)) {
    const target = conditions.includes(condition) ? targetOf(value) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}
