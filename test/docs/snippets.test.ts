import {execFile} from 'node:child_process';
import {cp, mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import ts from 'typescript';
import {makeTempFolder, useTempFolders, writeFiles} from '../support/temp-folder.js';
import {pages, snippetsOf} from './snippets.js';
import type {Snippet} from './snippets.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const tempFolder = useTempFolders();

/** What every snippet finds around it: a text file, a repository with two commits, and the package. */
async function makePlayground(): Promise<string> {
  const folder = await makeTempFolder();
  await writeFiles(folder, {'hello.txt': 'Hello, haft\n', 'project/README.md': '# A project\n'});
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/haft'));
  await symlink(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));
  await symlink(join(root, 'node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'));
  const git = (...args: string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {cwd: join(folder, 'project')});
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-qm', 'Describe the project');
  await git('commit', '-qm', 'Say hello', '--allow-empty');
  return folder;
}

let original: string;
beforeAll(async () => {
  original = await makePlayground();
});
afterAll(() => rm(original, {recursive: true, force: true}));

/** A playground that no other snippet has touched. */
async function playground(): Promise<string> {
  const folder = await tempFolder();
  await cp(original, folder, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
  return folder;
}

/** What a snippet wrote to stdout; throws what it failed with. */
type Runner = (code: string, folder: string) => Promise<string>;

const runners: Readonly<Record<string, Runner>> = {
  cjs: async (code, folder) => {
    await writeFile(join(folder, 'snippet.cjs'), code);
    return (await run(process.execPath, ['snippet.cjs'], {cwd: folder, timeout: 60_000})).stdout;
  },
  sh: async (code, folder) => {
    let output = '';
    for (const line of code.split('\n').filter((text) => /^(npx )?haft /.test(text))) {
      const command = line.replace(/^(npx )?haft/, `"${process.execPath}" "${join(root, 'dist/src/cli/main.js')}"`);
      output += (await run('sh', ['-c', command], {cwd: folder})).stdout;
    }
    return output;
  },
  json: async (code) => JSON.stringify(JSON.parse(code)),
};

/** Languages of modules, which share a process, and how each becomes JavaScript. */
const modules: Readonly<Record<string, (code: string) => string>> = {
  js: (code) => code,
  ts: (code) => {
    const {target, module} = {target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext};
    return ts.transpileModule(code, {compilerOptions: {target, module}}).outputText;
  },
};

interface ModuleOutcome {
  readonly output: string;
  readonly error?: string;
}

/** How every module of a page went, by its place in the page. The process has to end by itself. */
async function runModules(snippets: readonly Snippet[]): Promise<Map<string, ModuleOutcome>> {
  const places = await Promise.all(
    snippets.map(async ({language, code}) => {
      const folder = await playground();
      await writeFile(join(folder, 'snippet.mjs'), modules[language]!(code));
      return [folder, join(folder, 'snippet.mjs')];
    }),
  );
  const program = join(root, 'test/support/run-snippets.mjs');
  const {stdout} = await run(process.execPath, [program, JSON.stringify(places)], {timeout: 120_000});
  const outcomes = JSON.parse(stdout) as readonly ModuleOutcome[];
  return new Map(snippets.map(({where}, index) => [where, outcomes[index]!]));
}

/** Languages that are shown, not run: pictures, trees and the like. */
const shown = new Set(['', 'mermaid', 'diff']);

for (const {page, text} of pages(root)) {
  const snippets = snippetsOf(page, text).filter(({language}) => !shown.has(language));
  if (snippets.length === 0) continue;
  const isModule = ({language}: Snippet): boolean => Object.hasOwn(modules, language);
  describe(page, () => {
    let ran: Map<string, ModuleOutcome>;
    beforeAll(async () => {
      ran = await runModules(snippets.filter(isModule));
    }, 150_000);

    test.each(snippets.map((snippet): [string, Snippet] => [snippet.where, snippet]))(
      '%s runs',
      async (where, snippet) => {
        const output = isModule(snippet) ? outputOf(ran.get(where)) : await runAlone(snippet);
        if (snippet.output !== undefined) expect(output.trim()).toBe(snippet.output.trim());
      },
    );
  });
}

function outputOf(outcome: ModuleOutcome | undefined): string {
  if (outcome?.error !== undefined) throw new Error(outcome.error);
  return outcome?.output ?? '';
}

async function runAlone({language, code}: Snippet): Promise<string> {
  const runner = runners[language];
  if (runner) return runner(code, await playground());
  const known = [...Object.keys(runners), ...Object.keys(modules)].join(', ');
  throw new Error(`No way to run a ${language} snippet; mark it as one of ${known}`);
}
