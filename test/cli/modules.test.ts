import {readdir, readFile} from 'node:fs/promises';
import {describe, expect, test} from '@jest/globals';
import {vendorsOfProviders} from '../../src/cli/project/needs.js';
import {builtinProviders} from '../../src/builtin.js';
import {useTempFolders} from '../support/temp-folder.js';
import {haft} from './run-haft.js';

const tempFolder = useTempFolders();

interface Summary {
  readonly name: string;
  readonly kind: string;
  readonly tools: readonly string[];
  readonly needs: readonly {
    readonly name: string;
    readonly kind: string;
    readonly isInstalled: boolean;
    readonly remedy: string;
  }[];
  readonly problems?: readonly {readonly message: string}[];
}

interface Listing {
  readonly config: string | null;
  readonly modules: readonly Summary[];
  readonly shipped: readonly Summary[];
}

const env = {PATH: process.env['PATH'] ?? ''};

async function modules(cwd: string): Promise<Listing> {
  const {code, stdout} = await haft(['modules', '--json'], {cwd, env});
  expect(code).toBe(0);
  return JSON.parse(stdout) as Listing;
}

describe('haft modules', () => {
  test('lists what there is without a config, and what comes with haft', async () => {
    const listing = await modules(await tempFolder());

    expect(listing.config).toBeNull();
    expect(listing.modules.map(({name, kind}) => [name, kind])).toEqual([
      ['fs', 'provider fs'],
      ['git', 'provider git'],
    ]);
    const shipped = new Map(listing.shipped.map((summary) => [summary.name, summary]));
    expect([...shipped.keys()]).toEqual([
      ...Object.keys(builtinProviders),
      ...(await readdir('configs')).filter((file) => file.endsWith('.json')).map((file) => `haft/configs/${file}`),
    ]);
    expect(shipped.get('haft/configs/marked.json')).toMatchObject({
      kind: 'wrap npm_library',
      tools: expect.arrayContaining(['render']),
      needs: [{kind: 'package', name: 'marked', isInstalled: true, remedy: 'npm install marked'}],
    });
    expect(shipped.get('db')!.needs).toMatchObject([{name: 'pg'}, {name: '@electric-sql/pglite', purpose: 'embedded'}]);
  });

  test('lists the modules of the config, also those that can not be made, and what is not installed', async () => {
    const tool = {method: 'x', input: {}};
    const config = {
      modules: {
        notes: {provider: 'fs', config: {basePath: {$env: 'NOWHERE'}}},
        absent: {wrap: {type: 'npm_library', module: 'no-such-package-here', tools: {x: tool}}},
        program: {wrap: {type: 'cli', command: 'no-such-program-here', tools: {x: {args: ['x']}}}},
        broken: {provider: 'gti'},
        md: {wrap: 'haft/configs/marked.json'},
        db: {provider: 'db', config: {host: 'localhost'}},
        tools: {provider: 'mcp', config: {server: {command: 'no-such-server-here'}}},
      },
      allow: ['no-such-package-here', 'no-such-program-here', 'marked'],
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    const listing = await modules(cwd);
    const {stdout, stderr} = await haft(['modules'], {cwd, env});

    const found = new Map(listing.modules.map((summary) => [summary.name, summary]));
    expect(found.get('notes')).toMatchObject({kind: 'provider fs', tools: expect.arrayContaining(['read'])});
    expect(found.get('md')).toMatchObject({kind: 'wrap npm_library', tools: expect.arrayContaining(['render'])});
    expect(found.get('absent')!.needs).toEqual([
      {kind: 'package', name: 'no-such-package-here', isInstalled: false, remedy: 'npm install no-such-package-here'},
    ]);
    expect(found.get('program')!.needs).toMatchObject([{kind: 'program', isInstalled: false}]);
    expect(found.get('db')!.needs.map(({name}) => name)).toEqual(['pg']);
    expect(found.get('tools')!.needs).toMatchObject([{}, {name: 'no-such-server-here', isInstalled: false}]);
    expect(found.get('broken')!.problems).toMatchObject([{message: 'There is no such provider'}]);
    expect(stdout).toContain('no-such-package-here (missing)');
    expect(stderr).toContain('The package no-such-package-here is missing: npm install no-such-package-here');
    expect(stderr).toContain('haft check tells why');
  });

  test('knows the packages that the modules of haft import', async () => {
    const folders = {fs: 'filesystem', git: 'git', http: 'http', db: 'database', shell: 'shell', mcp: 'mcp'};
    for (const [provider, folder] of Object.entries(folders)) {
      const source = await readFile(`modules/${folder}/client.ts`, 'utf8');
      const imported = [...source.matchAll(/from '([^.'][^']*)'|import\('([^.'][^']*)'\)/g)]
        .map(([, from, dynamic]) => from ?? dynamic ?? '')
        .filter((name) => !name.startsWith('node:'));
      expect(vendorsOfProviders[provider]!.packages).toEqual([...new Set(imported)]);
    }
    expect(Object.keys(vendorsOfProviders)).toEqual(Object.keys(builtinProviders));
  });
});
