import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/**
 * Puts the sources as plain JavaScript into a folder, so that child processes of a test can import them and start fast:
 * `await transpileSources(folder, ['src', 'modules/filesystem'])`. Types are removed, nothing is checked.
 */
export async function transpileSources(folder: string, parts: readonly string[]): Promise<void> {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const compilerOptions = {module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true};
  for (const part of parts) {
    for (const entry of await readdir(join(root, part), {recursive: true})) {
      if (!entry.endsWith('.ts')) continue;
      const source = await readFile(join(root, part, entry), 'utf8');
      const target = join(folder, part, entry.replace(/\.ts$/, '.js'));
      await mkdir(dirname(target), {recursive: true});
      await writeFile(target, ts.transpileModule(source, {compilerOptions, fileName: entry}).outputText);
    }
  }
}
