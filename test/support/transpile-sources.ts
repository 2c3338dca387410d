import {createHash} from 'node:crypto';
import {copyFile, mkdir, readdir, readFile, rename, symlink, writeFile} from 'node:fs/promises';
import {tmpdir, userInfo} from 'node:os';
import {dirname, join} from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const compilerOptions = {module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true};

/**
 * Puts the sources as plain JavaScript into a folder, so that child processes of a test can import them and start fast:
 * `await transpileSources(folder, ['src', 'modules/filesystem'])`. Types are removed, nothing is checked.
 */
export async function transpileSources(folder: string, parts: readonly string[]): Promise<void> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  for (const part of parts) {
    for (const entry of await readdir(join(root, part), {recursive: true})) {
      if (!/\.[jt]s$/.test(entry)) continue;
      const [source, target] = [join(root, part, entry), join(folder, part, entry.replace(/\.ts$/, '.js'))];
      await mkdir(dirname(target), {recursive: true});
      if (entry.endsWith('.js')) await copyFile(source, target);
      else await writeFile(target, await transpiled(await readFile(source, 'utf8')));
    }
  }
}

/** A source as JavaScript: what one test file has transpiled is kept for the others. */
async function transpiled(source: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([ts.version, compilerOptions, source]))
    .digest('hex');
  const kept = join(tmpdir(), `haft-test-transpiled-${userInfo().username}`, `${hash}.js`);
  const known = await readFile(kept, 'utf8').catch(() => undefined);
  if (known !== undefined) return known;
  const {outputText} = ts.transpileModule(source, {compilerOptions});
  const making = `${kept}.${String(process.pid)}`;
  await mkdir(dirname(kept), {recursive: true, mode: 0o700});
  await writeFile(making, outputText);
  await rename(making, kept);
  return outputText;
}
