import {execFile} from 'node:child_process';
import {rm} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {makeTempFolder, writeFiles} from '../support/temp-folder.js';

/** DESIGN.md 2, written out by hand: what each room may import, besides itself. Everything else is forbidden. */
const services = ['policy', 'audit', 'memory', 'undo'];
const belowServices = ['contract', 'schema', 'handles', 'shipped'];
const belowCore = [...belowServices, ...services, 'execution'];
const belowPlanning = [...belowCore, 'core', 'compose', 'factory', 'registry'];
const belowFront = [...belowPlanning, 'planning', 'interop', 'remote'];
const house: Record<string, readonly string[]> = {
  contract: [],
  schema: ['contract'],
  handles: ['contract'],
  shipped: ['contract'],
  policy: belowServices,
  audit: belowServices,
  memory: belowServices,
  undo: belowServices,
  execution: [...belowServices, ...services],
  core: belowCore,
  compose: [...belowCore, 'core'],
  factory: [...belowCore, 'core'],
  registry: [...belowCore, 'core'],
  planning: belowPlanning,
  interop: [...belowPlanning, 'planning'],
  remote: [...belowPlanning, 'planning'],
  testing: belowFront,
  sdk: [...belowCore, 'core'],
  modules: ['sdk'],
  'builtin-kinds': [...belowCore, 'core', 'compose', 'factory', 'registry', 'sdk', 'modules'],
  'config-module': [...belowCore, 'core', 'compose', 'factory', 'registry', 'builtin-kinds'],
  builtin: ['builtin-kinds', 'modules'],
  index: [...belowFront, 'sdk', 'builtin', 'modules'],
  cli: [...belowFront, 'sdk', 'builtin', 'modules'],
};
const places = Object.keys(house);
/** Those that are one file and no folder. */
const entrances = ['sdk', 'builtin-kinds', 'config-module', 'builtin', 'index'];

/** Each breaks one rule; the first of its files is the culprit. */
const crimes: {what: string; rule: string; files: Record<string, string>}[] = [
  {
    what: 'a circle',
    rule: 'no-circles',
    files: {
      'src/core/circle-a.ts': "import './circle-b.js';",
      'src/core/circle-b.ts': "import './circle-c.js';",
      'src/core/circle-c.ts': "import './circle-a.js';",
    },
  },
  {
    what: 'a circle of types only',
    rule: 'no-circles',
    files: {
      'src/core/type-a.ts': "import type {B} from './type-b.js';\nexport type A = B[];",
      'src/core/type-b.ts': "import type {A} from './type-a.js';\nexport type B = {a: A};",
    },
  },
  {
    what: 'an import of a type from a floor above',
    rule: 'house-contract',
    files: {
      'src/contract/upward.ts': "import type {T} from '../core/target.js';\nexport type A = T;",
      'src/core/target.ts': 'export type T = 1;',
    },
  },
  {
    what: 'a lazy import of the built-in tables by the factory',
    rule: 'house-factory',
    files: {
      'src/factory/lazy.ts': "export const load = () => import('../builtin.js');",
      'src/builtin.ts': 'export const table = 1;',
    },
  },
  {
    what: 'a module that imports another one',
    rule: 'modules-are-strangers',
    files: {'modules/git/neighbour.ts': "import '../shell/index.js';", 'modules/shell/index.ts': ''},
  },
  {
    what: 'a vendor of a module outside its client.ts',
    rule: 'a-module-has-one-client',
    files: {'modules/git/tools/clone.ts': "import 'vendor';"},
  },
  {
    what: 'a vendor of a wrap kind outside its client.ts',
    rule: 'a-module-has-one-client',
    files: {'modules/git/kinds/soap/read.ts': "import 'vendor';"},
  },
  {
    what: 'a module that is a config and has code of its own',
    rule: 'modules-that-are-a-config',
    files: {'modules/github/client.ts': "import '../git/status.js';", 'modules/git/status.ts': ''},
  },
  {what: 'ajv outside the schema room', rule: 'ajv-only-in-schema', files: {'src/core/ajv.ts': "import 'ajv';"}},
  {
    what: 'ajv-formats outside the schema room',
    rule: 'ajv-only-in-schema',
    files: {'src/core/formats.ts': "import 'ajv-formats/dist/x.js';"},
  },
  {
    what: 'a folder without a place in the house',
    rule: 'every-room-is-known',
    files: {'src/utils/a.ts': "import 'vendor';"},
  },
  {
    what: 'an import of a test',
    rule: 'nothing-from-the-workshop',
    files: {'src/core/tested.ts': "import '../../test/b.js';", 'test/b.ts': ''},
  },
  {
    what: 'a devDependency in shipped code',
    rule: 'only-installed-packages',
    files: {'src/core/built.ts': "import 'builder';"},
  },
  {
    what: 'an undeclared package in shipped code',
    rule: 'only-installed-packages',
    files: {'src/core/stray.ts': "import 'stray';"},
  },
  {
    what: 'an import that leads nowhere',
    rule: 'every-import-resolves',
    files: {'src/core/lost.ts': "import './gone.js';"},
  },
];

describe('the rules of the house', () => {
  test('allow each room exactly the imports that the design allows', async () => {
    const files: Record<string, string> = {};
    for (const from of places) {
      files[fileOf(from)] = '';
      for (const to of places) {
        if (from === to) continue;
        files[importerOf(from, to)] = `${files[importerOf(from, to)] ?? ''}import '${route(from, to)}';\n`;
      }
    }
    const found = await violations(files);

    const forbidden = found.flatMap(({rule, from, to}) =>
      /^(house-|modules-stand)/.test(rule) ? [`${placeOf(from)} -> ${placeOf(to)}`] : [],
    );
    const expected = places.flatMap((from) =>
      places.filter((to) => to !== from && !house[from]!.includes(to)).map((to) => `${from} -> ${to}`),
    );
    expect([...new Set(forbidden)].sort()).toEqual(expected.sort());
  }, 120_000);

  test('allow a tree that keeps them', async () => {
    expect(
      await violations({
        'src/contract/result.ts': 'export type Result = {success: boolean};',
        'src/schema/compile.ts':
          "import type {Result} from '../contract/result.js';\nexport const compile = (): Result[] => [];",
        'src/sdk.ts': "export {compile} from './schema/compile.js';",
        'src/builtin.ts': "export const load = () => import('../modules/git/index.js');",
        'modules/git/client.ts': "export const client = () => import('vendor');",
        'modules/git/kinds/soap/client.ts': "export const soap = () => import('vendor');",
        'src/config-module.ts': 'export const configModule = 1;',
        'modules/github/index.ts': "export {configModule} from '../../src/config-module.js';",
        'modules/git/index.ts':
          "import {compile} from '../../src/sdk.js';\nimport {client} from './client.js';\nexport {client, compile};",
      }),
    ).toEqual([]);
  }, 120_000);

  describe('find', () => {
    let found: Violation[];
    beforeAll(async () => {
      found = await violations(Object.assign({}, ...crimes.map(({files}) => files)) as Record<string, string>);
    }, 120_000);

    test.each(crimes)('$what', ({rule, files}) => {
      const from = Object.keys(files)[0];
      expect(found).toContainEqual(expect.objectContaining({rule, from}));
    });
  });
});

/** One file of a place that others import. */
function fileOf(place: string): string {
  if (place === 'modules') return 'modules/git/index.ts';
  return entrances.includes(place) ? `src/${place}.ts` : `src/${place}/leaf.ts`;
}

/** The file of a place that imports another place: one for each pair, where the place is a folder. */
function importerOf(from: string, to: string): string {
  if (from === 'modules') return `modules/git/to-${to}.ts`;
  return entrances.includes(from) ? fileOf(from) : `src/${from}/to-${to}.ts`;
}

function route(from: string, to: string): string {
  const depth = dirname(importerOf(from, to)).split('/').length;
  return `${'../'.repeat(depth)}${fileOf(to).replace(/\.ts$/, '.js')}`;
}

function placeOf(file: string): string {
  if (file.startsWith('modules/')) return 'modules';
  return /^src\/([a-z-]+)/.exec(file)?.[1] ?? file;
}

type Violation = {rule: string; from: string; to: string};

/** Lays out a small tree of its own, beside some installed packages, and holds the project's rules against it. */
async function violations(files: Record<string, string>): Promise<Violation[]> {
  const packages = ['vendor', 'builder', 'stray', 'ajv', 'ajv-formats'];
  const all: Record<string, string> = {
    'src/index.ts': '',
    'modules/git/index.ts': '',
    'package.json': JSON.stringify({
      dependencies: {vendor: '1.0.0', ajv: '1.0.0', 'ajv-formats': '1.0.0'},
      devDependencies: {builder: '1.0.0'},
    }),
    ...Object.fromEntries(packages.map((name) => [`node_modules/${name}/index.js`, 'export {};'])),
    ...Object.fromEntries(
      packages.map((name) => [`node_modules/${name}/package.json`, JSON.stringify({name, main: 'index.js'})]),
    ),
    'node_modules/ajv-formats/dist/x.js': 'export {};',
    ...files,
  };
  const tree = await makeTempFolder('haft-house-');
  try {
    await writeFiles(tree, all);
    const report = await depcruise(tree);
    // A warning would not fail the check, so only errors count.
    return report.summary.violations.flatMap(({rule, from, to}) =>
      rule.severity === 'error' ? [{rule: rule.name, from, to}] : [],
    );
  } finally {
    await rm(tree, {recursive: true, force: true});
  }
}

type Report = {summary: {violations: {rule: {name: string; severity: string}; from: string; to: string}[]}};

async function depcruise(cwd: string): Promise<Report> {
  const command = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [command, '--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'modules'];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, {cwd, maxBuffer: 64 * 1024 * 1024}, (_status, stdout, stderr) => {
      try {
        done(JSON.parse(stdout) as Report);
      } catch {
        fail(new Error(`dependency-cruiser gave no report: ${stderr}${stdout}`));
      }
    });
  });
}
