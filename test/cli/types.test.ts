import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const base = {
  type: 'npm_library',
  module: 'not-installed-at-all',
  description: 'Paths of files',
  tools: {
    open: {method: 'open', input: {path: 'string'}, returns: {handle: 'file'}},
    size: {
      on: 'file',
      method: 'size',
      input: {unit: {type: 'string', enum: ['B', 'kB'], description: 'Which unit'}},
      output: 'number',
    },
  },
};

describe('haft types', () => {
  test('writes the tools of a config as methods, without loading what it wraps', async () => {
    const cwd = await tempFolder({
      'base.json': JSON.stringify(base),
      'my files.json': JSON.stringify({extends: './base.json', tools: {open: {description: 'Open a */ file'}}}),
    });

    const {code, stdout, stderr} = await haft(['types', 'my files.json'], {cwd});

    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toBe(`// Written by \`haft types my files.json\`. Write it again when the config changes.
import type {Handle, HandleInput, ModuleInstance, ToolMethod} from 'haft';

export type OpenInput = {
  path: string;
};

export type SizeInput = {
  /** Which unit */
  unit?: 'B' | 'kB';
  file: HandleInput<'file'>;
};

/** Paths of files */
export interface MyFilesModule extends ModuleInstance {
  /** Open a *\\/ file */
  readonly open: ToolMethod<OpenInput, Handle<'file'>>;
  /** Calls size of not-installed-at-all */
  readonly size: ToolMethod<SizeInput, number>;
}
`);
  });

  test('goes to a file, is written again, and never over what somebody else wrote', async () => {
    const cwd = await tempFolder({'files.json': JSON.stringify(base), 'types/': '', 'mine.d.ts': 'export {};\n'});
    const out = ['--out', 'types/files.ts', '--program', '--name', 'disk'];

    for (let time = 0; time < 2; time++) {
      expect(await haft(['types', 'files.json', ...out], {cwd})).toEqual({
        code: 0,
        stdout: 'ok  types/files.ts: 2 tools\n',
        stderr: '',
      });
    }
    const text = await readFile(join(cwd, 'types/files.ts'), 'utf8');
    expect(text).toContain('export interface DiskModule extends ModuleInstance {');
    expect(text).toContain("loadConfig(new URL('../files.json', import.meta.url))");

    const refused = await haft(['types', 'files.json', '--out', 'mine.d.ts'], {cwd});
    expect(refused).toMatchObject({code: 2, stderr: expect.stringContaining('mine.d.ts is there already')});
    expect(refused.stderr).toContain('--out FILE writes another one');
    expect(await readFile(join(cwd, 'mine.d.ts'), 'utf8')).toBe('export {};\n');
  });

  test('says where a program is none of the package: in one of CommonJS it is to be a .mts', async () => {
    const cwd = await tempFolder({
      'files.json': JSON.stringify(base),
      'package.json': '{}',
      'es/package.json': '{"type": "module"}',
    });
    const notes = async (out: string): Promise<string> =>
      (await haft(['types', 'files.json', '--program', '--out', out], {cwd})).stderr;

    expect(await notes('files.ts')).toContain('this package is CommonJS: write it with --out files.mts');
    expect(await notes('files.mts')).toBe('');
    expect(await notes('es/files.ts')).toBe('');
  });

  test('is one document with --json, and reads what comes with haft', async () => {
    const {document} = await haftJson(['types', 'haft/configs/marked.json'], {cwd: await tempFolder()});

    expect(document).toMatchObject({written: null, module: 'marked', tools: expect.arrayContaining(['render'])});
    expect((document as unknown as {types: string}).types).toContain('export interface MarkedModule');
  });

  test.each([
    ['wrong.json', 'wrong.json:1:29 tools.a.methd'],
    ['haft.config.json', 'haft.config.json is a project config'],
    ['nothing.json', 'There is no config nothing.json'],
    ['1.json', "A module can not be named '1'"],
  ])('%s is refused', async (file, message) => {
    const cwd = await tempFolder({
      'wrong.json': '{"module":"x","tools":{"a":{"methd":"b"}}}',
      'haft.config.json': '{"modules": {"fs": {"provider": "fs"}}}',
      '1.json': '{}',
    });
    const {code, stderr} = await haft(['types', file], {cwd});
    expect(code).toBeGreaterThanOrEqual(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('→');
  });
});
