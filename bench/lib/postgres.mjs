import {mkdir, readFile, writeFile} from 'node:fs/promises';
import ts from 'typescript';

const source = new URL('../../test/support/postgres-server.ts', import.meta.url);
// Below bench/, so that packages are found from there.
const cache = new URL('../node_modules/.cache/haft-bench/', import.meta.url);

/** A real Postgres on a free port, started as the tests start it. */
export async function startPostgres() {
  const {outputText} = ts.transpileModule(await readFile(source, 'utf8'), {
    compilerOptions: {module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022},
  });
  await mkdir(cache, {recursive: true});
  const file = new URL(`postgres-server-${process.pid}-${Math.random().toString(36).slice(2)}.mjs`, cache);
  await writeFile(file, outputText);
  const support = await import(file.href);
  return support.startPostgres();
}
