import {execFile} from 'node:child_process';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import ts from 'typescript';
import {useTempFolders} from '../support/temp-folder.js';
import {pages, snippetsOf} from './snippets.js';
import type {Snippet} from './snippets.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const tempFolder = useTempFolders();

/** What every snippet finds around it: a text file, a repository with two commits, and the package. */
async function playground(): Promise<string> {
  const folder = await tempFolder({'hello.txt': 'Hello, haft\n', 'project/README.md': '# A project\n'});
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

const runners: Readonly<Record<string, (code: string, folder: string) => Promise<string>>> = {
  js: async (code, folder) => runFile(folder, 'snippet.mjs', code),
  cjs: async (code, folder) => runFile(folder, 'snippet.cjs', code),
  ts: async (code, folder) => {
    const {target, module} = {target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext};
    return runFile(folder, 'snippet.mjs', ts.transpileModule(code, {compilerOptions: {target, module}}).outputText);
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

async function runFile(folder: string, name: string, code: string): Promise<string> {
  await writeFile(join(folder, name), code);
  return (await run(process.execPath, [name], {cwd: folder, timeout: 60_000})).stdout;
}

/** Languages that are shown, not run: pictures, trees and the like. */
const shown = new Set(['', 'mermaid', 'diff']);

for (const {page, text} of pages(root)) {
  const snippets = snippetsOf(page, text).filter(({language}) => !shown.has(language));
  if (snippets.length === 0) continue;
  describe(page, () => {
    test.each(snippets.map((snippet): [string, Snippet] => [snippet.where, snippet]))(
      '%s runs',
      async (_where, snippet) => {
        const runner = runners[snippet.language];
        if (!runner)
          throw new Error(
            `No way to run a ${snippet.language} snippet; mark it as one of ${Object.keys(runners).join(', ')}`,
          );
        const output = await runner(snippet.code, await playground());
        if (snippet.output !== undefined) expect(output.trim()).toBe(snippet.output.trim());
      },
    );
  });
}
