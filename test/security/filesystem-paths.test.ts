import {existsSync, readdirSync, readFileSync, realpathSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {basename, join, sep} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {BaseFolder} from '../../modules/filesystem/confinement/base-folder.js';
import {locate} from '../../modules/filesystem/confinement/locate.js';
import {Runtime, ToolError} from '../../src/sdk.js';
import type {ToolResult} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {useTempFolders} from '../support/temp-folder.js';
import {treeHash} from '../support/tree-hash.js';

const tempFolder = useTempFolders();
const open: {cleanup(): Promise<void>}[] = [];

afterEach(async () => {
  for (const fs of open.splice(0)) await fs.cleanup();
});

const secret = 'canary-7f3a91';

/** What a member for scripts throws, or that it threw nothing, as a tool would answer it. */
async function asResult(use: () => Promise<{destroy(): unknown}>): Promise<ToolResult> {
  const metadata = {tool: 'none', callId: 'none', timestamp: 0, duration: 0, attempts: 1};
  try {
    (await use()).destroy();
    return {success: true, data: null, metadata};
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    const {code, message, recoverable, outcome, suggestions = [], context} = error;
    const details = {tool: 'none', timestamp: 0, context};
    return {success: false, error: {code, message, recoverable, outcome, suggestions, details}, metadata} as ToolResult;
  }
}

/** A base, and beside it a folder whose name begins alike, with a secret of known size. */
async function setUp() {
  const world = await tempFolder({
    'base/a.txt': 'inside',
    'base/sub/b.txt': 'inside',
    'base_evil/s': secret,
    'out/secret': secret,
    'out/inner/deep': secret,
  });
  const lines: {phase: string; callId: string}[] = [];
  const runtime = new Runtime({audit: {write: (entry) => void lines.push(entry)}});
  const base = join(world, 'base');
  const fs = await FileSystemModule.create({basePath: base, permissions: 'read-write'}, runtime);
  open.push(fs);
  const run = async (tool: string, input: object): Promise<ToolResult> => {
    const {path = ''} = input as {path?: string};
    if (tool === readStream) return asResult(() => fs.createReadStream(path));
    if (tool === writeStream) return asResult(() => fs.createWriteStream(path, {createParents: true}));
    return fs.getTool(tool as 'read').execute(input as never);
  };
  return {world, base, run, lines};
}

/** Every tool with a path in every place where it takes one. */
const everyUse = (path: string): [string, object][] => [
  ['read', {path}],
  ['read', {path, startLine: 1}],
  ['stats', {path}],
  ['list', {path}],
  ['list', {path, recursive: true}],
  ['glob', {path, pattern: '**'}],
  ['write', {path, content: 'x'}],
  ['write', {path, content: 'x', overwrite: false, createParents: true}],
  ['append', {path, content: 'x'}],
  ['create', {path}],
  ['delete', {path}],
  ['copy', {from: path, to: 'copied'}],
  ['copy', {from: 'a.txt', to: path, overwrite: true}],
  ['move', {from: path, to: 'moved'}],
  ['move', {from: 'a.txt', to: path, overwrite: true}],
  ['read', {path, offset: 0, length: 1}],
  ['open', {path}],
  ['open', {path, flags: 'r', createIfMissing: true}],
  ['open', {path, flags: 'r+'}],
  ['open', {path, flags: 'w'}],
  ['open', {path, flags: 'ax'}],
  ['watch', {path}],
  ['watch', {path, recursive: true}],
  [readStream, {path}],
  [writeStream, {path}],
];

/** Members for scripts that are no tools, under names of their own. */
const readStream = '(createReadStream)';
const writeStream = '(createWriteStream)';

/** Those that follow a link in the last place; delete and move take the link itself. */
const everyFollowing = (path: string): [string, object][] =>
  everyUse(path).filter(
    ([tool, input]) => tool !== 'delete' && !(tool === 'move' && 'from' in input && input.from === path),
  );

/** Nothing about the outside in the answer, besides what the caller gave. */
function expectConfined(result: ToolResult, world: string): void {
  expect(result).toMatchObject({
    success: false,
    error: {
      code: 'PERMISSION_DENIED',
      outcome: 'not_executed',
      recoverable: false,
      details: {context: {reason: 'outside_base'}},
    },
  });
  if (result.success) return;
  const {input: _given, ...details} = result.error.details;
  const told = JSON.stringify({...result.error, details});
  for (const name of [world, secret, 'base_evil', 'size', 'inner']) expect(told).not.toContain(name);
}

describe('FS01 paths that lead outside by name', () => {
  test('FS01 are refused by every tool, in one text', async () => {
    const {world, base, run} = await setUp();
    const inputs = [
      '../base_evil/s',
      join(world, 'base_evil/s'),
      'sub/../../base_evil/s',
      '..',
      '/',
      '../base/../out/secret',
      `${base}/../out/secret`,
      `${base}_evil/s`,
    ];
    const messages = new Set<string>();
    for (const path of inputs) {
      for (const [tool, input] of everyUse(path)) {
        const result = await doingNoHarm(join(world, 'base_evil'), () => run(tool, input));
        expectConfined(result, world);
        if (!result.success) messages.add(result.error.message);
      }
    }
    expect(messages.size).toBe(1);
    expect(readdirSync(base).sort()).toEqual(['a.txt', 'sub']);
  });

  test('FS01 are refused as input when they hold a NUL', async () => {
    const {world, run} = await setUp();
    for (const path of ['../base_evil/s\0.txt', `${join(world, 'base_evil/s')}\0.txt`, 'a.txt\0.txt', '\0']) {
      for (const [tool, input] of everyUse(path)) {
        expect(await doingNoHarm(world, () => run(tool, input))).toMatchObject({
          success: false,
          error: {code: 'INVALID_PARAMETER'},
        });
      }
    }
  });

  test('FS01 are literal names inside when they are percent-encoded', async () => {
    const {world, base, run} = await setUp();
    const path = 'a%2f..%2f..%2fbase_evil%2fs';
    expect(await doingNoHarm(world, () => run('read', {path}))).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    await run('write', {path, content: 'mine'});
    expect(readFileSync(join(base, path), 'utf8')).toBe('mine');
    expect(await run('glob', {pattern: '../base_evil/*'})).toMatchObject({error: {code: 'PERMISSION_DENIED'}});
    expect(await run('glob', {pattern: '{sub,..}/*'})).toMatchObject({error: {code: 'PERMISSION_DENIED'}});
    expect(await run('glob', {pattern: `${world}/**`})).toMatchObject({error: {code: 'PERMISSION_DENIED'}});
  });

  test('FS01 benign twin: the same paths one step shorter work', async () => {
    const {base, run} = await setUp();
    for (const path of ['a.txt', `${base}/a.txt`, 'sub/../a.txt', './a.txt', `../${basename(base)}/a.txt`]) {
      expect(await run('read', {path})).toMatchObject({success: true, data: {content: 'inside', path: 'a.txt'}});
    }
  });

  test('FS01 no path of any kind leads outside', async () => {
    const world = await tempFolder({'base/d/e/': '', 'base/f': '', 'out/x': secret});
    symlinkSync('../out', join(world, 'base/up'));
    symlinkSync('d/e', join(world, 'base/in'));
    symlinkSync('../../..', join(world, 'base/d/far'));
    const base = new BaseFolder(join(world, 'base'));
    const segment = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        'd',
        'e',
        'f',
        'up',
        'in',
        'far',
        'out',
        'x',
        'base',
        '...',
        '.. ',
        '..\\',
        '%2e%2e',
        '\0',
        '~',
        'e.',
        '\u2025',
        'ｄ',
      ),
      fc.string({maxLength: 5, unit: 'grapheme'}),
    );
    const path = fc
      .tuple(fc.constantFrom('', '/', world + sep, base.path + sep), fc.array(segment, {maxLength: 8}))
      .map(([start, names]) => start + names.join('/'));
    fc.assert(
      fc.property(path, (given) => {
        try {
          const {segments, stats} = locate(base, base.parse(given));
          expect(segments.some((name) => name === '..' || name === '' || name === '.')).toBe(false);
          // What was found is what is there without a link on the way, and so inside.
          if (stats) expect(realpathSync(base.absolute(segments))).toBe(base.absolute(segments));
          else expect(existsSync(base.absolute(segments))).toBe(false);
        } catch (error) {
          if (!ToolError.isToolError(error)) throw error;
          expect(error.code).toMatch(/^(PERMISSION_DENIED|INVALID_PARAMETER|MISSING_PARAMETER)$/);
        }
      }),
      {numRuns: 3000},
    );
  });
});

describe('FS02 links that lead outside', () => {
  async function setUpLinks() {
    const setup = await setUp();
    const {world, base} = setup;
    symlinkSync(join(world, 'out/secret'), join(base, 'l'));
    symlinkSync('b', join(base, 'chain'));
    symlinkSync('c', join(base, 'b'));
    symlinkSync(join(world, 'out'), join(base, 'c'));
    symlinkSync('../out', join(base, 'relative'));
    symlinkSync(join(world, 'out/no-such'), join(base, 'dangling'));
    return setup;
  }

  test('FS02 are refused by every tool that would follow them, whether the target exists or not', async () => {
    const {world, run} = await setUpLinks();
    const inputs = [
      'l',
      'chain',
      'chain/secret',
      'relative',
      'relative/secret',
      'relative/no-such',
      'dangling',
      'chain/inner/deep',
    ];
    const messages = new Set<string>();
    for (const path of inputs) {
      for (const [tool, input] of path.includes('/') ? everyUse(path) : everyFollowing(path)) {
        const result = await doingNoHarm(join(world, 'out'), () => run(tool, input));
        expectConfined(result, world);
        if (!result.success) messages.add(result.error.message);
      }
    }
    expect(messages.size).toBe(1);
  });

  test('FS02 are listed by their own names, and never gone into', async () => {
    const {world, run} = await setUpLinks();
    const listed = await doingNoHarm(world, () => run('list', {recursive: true}));
    expect(listed).toMatchObject({success: true});
    expect(JSON.stringify(listed)).not.toMatch(/secret|inner|deep/);
    const found = await run('glob', {pattern: '**/*'});
    expect(JSON.stringify(found)).not.toMatch(/secret|inner|deep/);
  });

  test('FS02 are removed and renamed as links, and not copied with a folder', async () => {
    const {world, base, run} = await setUpLinks();
    await run('create', {path: 'd'});
    symlinkSync('../../out', join(base, 'd/out'));
    expectConfined(await doingNoHarm(join(world, 'out'), () => run('copy', {from: 'd', to: 'd2'})), world);
    expect(await doingNoHarm(join(world, 'out'), () => run('delete', {path: 'l'}))).toMatchObject({
      success: true,
      data: {type: 'symlink'},
    });
    expect(await doingNoHarm(join(world, 'out'), () => run('delete', {path: 'd'}))).toMatchObject({success: true});
    expect(await doingNoHarm(join(world, 'out'), () => run('move', {from: 'relative', to: 'other'}))).toMatchObject({
      success: true,
    });
    expect(readdirSync(base).filter((name) => name.startsWith('d2') || name.startsWith('.haft'))).toEqual([]);
  });

  test('FS02 benign twin: links that stay inside are followed', async () => {
    const {base, run} = await setUpLinks();
    symlinkSync('sub', join(base, 'inside'));
    expect(await run('read', {path: 'inside/b.txt'})).toMatchObject({success: true, data: {content: 'inside'}});
    expect(await run('list', {path: 'inside'})).toMatchObject({success: true, data: [{path: 'inside/b.txt'}]});
    expect(await run('stats', {path: 'inside'})).toMatchObject({success: true, data: {type: 'directory'}});
  });
});

describe('FS02 what is watched', () => {
  test('FS02 leads nowhere by a link below, and nothing is told of a folder that was moved outside', async () => {
    const world = await tempFolder({'base/w/in/a.txt': '1', 'base/w/top': '1', 'out/inner/deep': secret});
    const fs = await FileSystemModule.create({basePath: join(world, 'base')});
    open.push(fs);
    symlinkSync('../../out', join(world, 'base/w/link'));
    const seen: string[] = [];
    fs.onChange((event) => void seen.push(JSON.stringify(event)));
    const input = {events: ['change', 'rename'], recursive: true} as const;
    const whole = await fs.watch({path: 'w', ...input});
    const inner = await fs.watch({path: 'w/in', ...input});
    const file = await fs.watch({path: 'w/in/a.txt', ...input});
    writeFileSync(join(world, 'out/inner/one-outside'), '');
    renameSync(join(world, 'base/w/in'), join(world, 'out/moved'));
    writeFileSync(join(world, 'out/moved/two-outside'), '');
    writeFileSync(join(world, 'out/moved/a.txt'), 'three outside');
    for (const watcher of [inner, file]) {
      let ended = false;
      while (!ended) ({ended} = await fs.events({watcher, wait: 10_000}));
    }
    // A sign of life from inside, after all that happened outside.
    writeFileSync(join(world, 'base/w/top'), '2');
    while (!seen.some((line) => line.includes('w/top'))) await fs.events({watcher: whole, wait: 10_000});
    expect(seen.join()).not.toMatch(/outside|deep|moved|inner/);
    expect(seen).toContainEqual(JSON.stringify({event: 'rename', file: 'in', path: 'w/in'}));
  });
});

describe('FS03 writing where a link leads outside', () => {
  const writers = (path: string): [string, object][] => [
    ['write', {path, content: 'x'}],
    ['write', {path, content: 'x', overwrite: false, createParents: true}],
    ['append', {path, content: 'x'}],
    ['create', {path}],
    ['copy', {from: 'a.txt', to: path}],
    ['copy', {from: 'sub', to: path, overwrite: true, createParents: true}],
    ['move', {from: 'a.txt', to: path}],
    ['move', {from: 'sub', to: path, overwrite: true, createParents: true}],
    ['open', {path, flags: 'w'}],
    ['open', {path, flags: 'a+'}],
    ['open', {path, flags: 'wx'}],
    ['open', {path, flags: 'r+', createIfMissing: true}],
    ['open', {path, flags: 'r', createIfMissing: true}],
  ];

  test('FS03 is refused for a dangling link in the last place and for a link on the way', async () => {
    const {world, base, run, lines} = await setUp();
    symlinkSync(join(world, 'out/new'), join(base, 'leaf'));
    symlinkSync(join(world, 'out'), join(base, 'parent'));
    symlinkSync('leaf', join(base, 'twice'));
    const before = await treeHash(base);
    for (const path of ['leaf', 'twice', 'parent/new', 'parent/new/deeper', 'leaf/new']) {
      for (const [tool, input] of writers(path)) {
        lines.length = 0;
        const result = await doingNoHarm(join(world, 'out'), () => run(tool, input));
        expectConfined(result, world);
        expect(lines.map(({phase}) => phase)).toEqual(['intent', 'outcome']);
        expect(new Set(lines.map(({callId}) => callId))).toEqual(new Set([result.metadata.callId]));
      }
      expectConfined(await doingNoHarm(join(world, 'out'), () => run(writeStream, {path})), world);
    }
    expect(await treeHash(base)).toBe(before);
  });

  test('FS03 benign twin: a dangling link to a place inside is written through', async () => {
    const {base, run} = await setUp();
    symlinkSync('sub/new', join(base, 'leaf'));
    expect(await run('write', {path: 'leaf', content: 'x'})).toMatchObject({success: true});
    expect(readFileSync(join(base, 'sub/new'), 'utf8')).toBe('x');
  });
});
