import {execFile} from 'node:child_process';
import {cp, mkdir, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import type {InstalledPackage} from './installed-package.js';

const run = promisify(execFile);
const repository = resolve('.');

export function describePackedPackage(installed: InstalledPackage): void {
  describe('the packed package', () => {
    test('holds what a user needs and nothing of the workshop', async () => {
      const paths = installed.packed.files.map(({path}) => path);

      expect(paths).toEqual(
        expect.arrayContaining([
          'CHANGELOG.md',
          'LICENSE',
          'README.md',
          'config.schema.json',
          'dist/modules/git/index.js',
          'dist/src/index.d.ts',
          'dist/src/index.js',
          'package.json',
        ]),
      );
      expect(
        paths.filter((path) => !/^(dist\/(src|modules)\/.+\.(js|d\.ts)|configs\/.+|docs\/.+|[^/]+)$/.test(path)),
      ).toEqual([]);
      expect(paths.filter((path) => /test(?!ing[./])|tsbuildinfo|\.map$|\.tgz$/.test(path))).toEqual([]);
      expect(installed.packed.files.find(({path}) => path === 'dist/src/cli/main.js')!.mode & 0o111).toBe(0o111);
    });

    test('works in a fresh ESM project', async () => {
      const project = await freshProject('esm', {type: 'module'});

      const {stdout, stderr} = await run(process.execPath, ['use.mjs', join(project, 'files')], {cwd: project});

      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        content: 'x',
        result: successWith('x'),
        sameModule: true,
        sdk: 'function',
        inside: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
      });
    }, 60_000);

    test('works in a fresh CommonJS project by require()', async () => {
      const project = await freshProject('commonjs', {type: 'commonjs'});

      const {stdout} = await run(process.execPath, ['use.cjs', join(project, 'files')], {cwd: project});

      expect(JSON.parse(stdout)).toEqual({
        content: 'x',
        result: successWith('x'),
        sameModule: true,
        sdk: 'function',
        schema: 'https://json-schema.org/draft/2020-12/schema',
      });
    }, 60_000);

    test.each(['module', 'commonjs'])(
      'compiles strictly in a fresh TypeScript project of type %s, library checks included',
      async (type) => {
        const project = await freshProject('typescript', {type});
        await writeFile(
          join(project, 'tsconfig.json'),
          JSON.stringify({
            compilerOptions: {
              strict: true,
              exactOptionalPropertyTypes: true,
              skipLibCheck: false,
              module: 'nodenext',
              target: 'es2022',
              types: ['node'],
              noEmit: true,
            },
            files: ['use.ts'],
          }),
        );
        // Node's types only: what else the declarations need must come with the package.
        await mkdir(join(project, 'node_modules/@types'), {recursive: true});
        await symlink(join(repository, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), 'dir');

        const compiler = join(repository, 'node_modules/typescript/bin/tsc');
        const {stdout} = await run(process.execPath, [compiler, '-p', '.'], {cwd: project}).catch(outputOf);

        expect(stdout).toBe('');
      },
      120_000,
    );

    test('brings a haft command that runs', async () => {
      const {stdout} = await run('npx', ['--no-install', 'haft', 'tools', '--json'], {cwd: installed.folder});

      expect(JSON.stringify(JSON.parse(stdout))).toMatch(/\bread\b/);
    }, 60_000);

    /** A project beside the others, which finds haft in the node_modules above it, as in a workspace. */
    async function freshProject(name: string, manifest: {type: string}): Promise<string> {
      const project = join(installed.folder, `${name}-${manifest.type}`);
      await cp(join(repository, 'test/package/projects', name), project, {recursive: true});
      await writeFile(join(project, 'package.json'), JSON.stringify({private: true, ...manifest}));
      await mkdir(join(project, 'files'));
      return project;
    }
  });
}

function successWith(content: string): unknown {
  return expect.objectContaining({
    success: true,
    data: expect.objectContaining({content}),
    metadata: expect.objectContaining({callId: expect.any(String)}),
  });
}

/** The compiler says what is wrong on stdout and exits 1 or 2: let the assertion show it. */
function outputOf(error: {stdout: string}): {stdout: string} {
  return {stdout: error.stdout};
}
