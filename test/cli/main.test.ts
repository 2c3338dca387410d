import {mkdir, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {finish, startHaft, useBuiltHaft} from './built-haft.js';

const tempFolder = useTempFolders();

describe('the haft process', () => {
  const built = useBuiltHaft();
  const start = (argv: readonly string[], cwd: string, env?: NodeJS.ProcessEnv) => startHaft(built, argv, cwd, env);

  test('is a script that a shell can start', async () => {
    expect(await readFile('src/cli/main.ts', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test('answers on stdout, and ends by itself although its stdin stays open', async () => {
    const {code, stdout, stderr} = await finish(
      start(['call', 'fs.read', '{"path": "a.txt"}'], await tempFolder({'a.txt': 'hi'})),
    );

    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout)).toMatchObject({content: 'hi'});
  });

  test('reads its input from a pipe', async () => {
    const child = start(['call', 'fs.read', '-'], await tempFolder({'a.txt': 'hi'}));
    child.stdin.end('{"path": "a.txt"}');

    expect(JSON.parse((await finish(child)).stdout)).toMatchObject({content: 'hi'});
  });

  test('prints large answers whole', async () => {
    const content = 'x'.repeat(3_000_000);

    const {stdout} = await finish(
      start(['call', 'fs.read', '{"path": "a.txt"}'], await tempFolder({'a.txt': content})),
    );

    expect((JSON.parse(stdout) as {content: string}).content).toHaveLength(content.length);
  });

  test('does not mind a reader that has seen enough', async () => {
    const child = start(['tools', '--json'], await tempFolder());
    child.stdout.destroy();

    const {code, stderr} = await finish(child);

    expect({code, stderr}).toEqual({code: 0, stderr: ''});
  });

  test('cancels a call on Ctrl-C, and ends although the library goes on', async () => {
    const config = `
      const wrap = {type: 'class', target: {wait: () => { console.error('begun'); return new Promise((end) => setTimeout(end, 600_000)); }}, tools: {wait: {}}};
      export default {modules: {slow: {wrap}}};`;
    const child = start(['call', 'slow.wait', '--json'], await tempFolder({'haft.config.mjs': config}));
    child.stderr.once('data', () => child.kill('SIGINT'));

    const {code, stdout} = await finish(child);

    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED'}});
  });

  test('does the demo and leaves nothing but the report', async () => {
    const cwd = await tempFolder();
    await mkdir(join(cwd, 'tmp'));

    const {code, stdout, stderr} = await finish(start(['demo'], cwd, {TMPDIR: join(cwd, 'tmp')}));

    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toContain('handles left: 0');
    expect(await readdir(join(cwd, 'tmp'))).toEqual([]);
    expect((await readdir(cwd)).sort()).toEqual(['report', 'tmp']);
  }, 120_000);
});
