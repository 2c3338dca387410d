import {execFile} from 'node:child_process';
import {readFile, rm} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {makeTempFolder, writeFiles} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const run = promisify(execFile);
/** What plain schemas are checked with; formats, and other schemas, take ajv-formats as well. */
const validator = ['ajv'];

/** What a user does, with the exports of haft in `haft`, and the packages that a process must load for it. */
const uses: {what: string; does: string; loads: readonly string[]}[] = [
  {what: 'to be there', does: '', loads: []},
  {
    what: 'to tell what the modules can do',
    does: `haft.FileSystemModuleDefinition.getMetadata(); haft.GitModuleDefinition.getMetadata();
      await haft.createRegistry().searchTools('read a file');`,
    loads: [],
  },
  {what: 'to say what is wrong with a config', does: "haft.ModuleFactory.validate({type: 'cli'});", loads: []},
  {
    what: 'to read a file',
    does: `const fs = await haft.FileSystemModuleDefinition.create({basePath: process.cwd()});
      await fs.read({path: 'a.txt'});`,
    loads: validator,
  },
  {
    what: 'to write a file, whose mode is held against a pattern',
    does: `const fs = await haft.FileSystemModuleDefinition.create({basePath: process.cwd(), permissions: {write: true}});
      await fs.write({path: 'b.txt', content: 'b'});`,
    loads: [...validator, 'safe-regex2'],
  },
  {
    what: 'to make a repository',
    does: `const git = await haft.GitModuleDefinition.create({basePath: process.cwd()});
      await git.init({directory: 'repository'});`,
    loads: [...validator, 'simple-git'],
  },
  {
    what: 'to run a program',
    does: `const node = await haft.ModuleFactory.createFromConfig('node', {type: 'cli', command: process.execPath,
        tools: {version: {args: ['--version'], input: {}, parse: 'text'}}}, {}, {allow: [process.execPath]});
      await node.version();`,
    loads: [...validator, 'execa'],
  },
  {
    what: 'to call an object',
    does: `const text = await haft.ModuleFactory.createFromConfig('text', {type: 'class', target: {hello: () => 'hello'},
        tools: {hello: {method: 'hello', input: {}}}});
      await text.hello();`,
    loads: validator,
  },
  {
    what: 'to transform what it answers',
    does: `const text = await haft.ModuleFactory.createFromConfig('text', {type: 'class', target: {hello: () => 'hello'},
        tools: {hello: {method: 'hello', input: {}, transform: {output: '$uppercase($)'}}}});
      if ((await text.hello()) !== 'HELLO') throw new Error('not transformed');`,
    loads: [...validator, 'jsonata'],
  },
  {
    what: 'to check a format',
    does: `const text = await haft.ModuleFactory.createFromConfig('text', {type: 'class', target: {hello: () => 'hello'},
        tools: {hello: {method: 'hello', input: {to: {type: 'string', format: 'email'}}}}});
      await text.hello({to: 'ada@example.com'});`,
    loads: [...validator, 'ajv-formats'],
  },
  {
    what: 'to check a schema that is not plain, with the meta-schemas and their patterns',
    does: `const text = await haft.ModuleFactory.createFromConfig('text', {type: 'class', target: {hello: () => 'hello'},
        tools: {hello: {method: 'hello', input: {to: {type: 'string', format: 'email', not: {const: ''}}}}}});
      await text.hello({to: 'ada@example.com'});`,
    loads: [...validator, 'ajv-formats', 'safe-regex2'],
  },
  {
    what: 'to hold back calls',
    does: `const tick = haft.defineTool({name: 'tick', description: 'Tick', concurrency: 1, run: () => 'tick'});
      const clock = await haft.defineModule({name: 'clock', module: 'Clock', description: 'Ticks', tools: [tick]}).create();
      await clock.tick();`,
    loads: [...validator, 'bottleneck'],
  },
];

describe('haft loads no package before it needs it:', () => {
  let folder: string;
  let declared: ReadonlySet<string>;

  beforeAll(async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Record<string, Record<string, string>>;
    declared = new Set(Object.keys({...manifest['dependencies'], ...manifest['peerDependencies']}));
    folder = await makeTempFolder('haft-loading-');
    await transpileSources(folder, ['src', 'modules']);
    await writeFiles(folder, {'work/a.txt': 'a'});
  }, 120_000);

  afterAll(async () => {
    await rm(folder, {recursive: true, force: true});
  });

  test.each(uses)('$what', async ({does, loads}) => {
    const script = `import * as haft from ${JSON.stringify(join(folder, 'src/index.js'))};\n${does}`;
    const files = await loadedBy(script, join(folder, 'work'));

    expect(files).toEqual(expect.arrayContaining([expect.stringMatching(/\/src\/core\/tool\.js$/)]));
    const packages = new Set(files.map(packageOf).filter((name) => name !== undefined && declared.has(name)));
    expect([...packages].sort()).toEqual([...loads].sort());
  });
});

/** Every file that a process with this script loads. */
async function loadedBy(script: string, cwd: string): Promise<string[]> {
  const watch = resolve('test/support/watch-loading.mjs');
  const {stdout} = await run(process.execPath, ['--import', watch, '--input-type=module', '-e', script], {cwd});
  return JSON.parse(stdout) as string[];
}

const packageOf = (file: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
