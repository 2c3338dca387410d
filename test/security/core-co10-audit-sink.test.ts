import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {JsonlAuditSink} from '../../src/index.js';
import type {AuditSink} from '../../src/index.js';
import {defineTool, Runtime} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {longestTurn} from '../support/machine-time.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const tempFolder = useTempFolders();

const native = (code: string): AuditSink => ({
  write: () => {
    throw Object.assign(new Error(`${code}: it can not be written`), {code});
  },
});
const today = 'audit-2026-01-31.jsonl';

/** Sinks that fail, each in its own way. */
const failing: readonly (readonly [name: string, make: (folder: string) => AuditSink])[] = [
  ['ENOSPC', () => native('ENOSPC')],
  ['EACCES', () => native('EACCES')],
  ['EPIPE', () => native('EPIPE')],
  [
    'something thrown that is no error',
    () => ({
      write: () => {
        throw undefined;
      },
    }),
  ],
  [
    'a FIFO in the place of its file',
    (folder) => {
      execFileSync('mkfifo', [join(folder, today)]);
      return new JsonlAuditSink(folder);
    },
  ],
  [
    'a folder in the place of its file',
    (folder) => {
      mkdirSync(join(folder, today));
      return new JsonlAuditSink(folder);
    },
  ],
  [
    'a file in the place of its folder',
    (folder) => {
      writeFileSync(join(folder, 'audit'), '');
      return new JsonlAuditSink(join(folder, 'audit'));
    },
  ],
  ['a device that is full', () => new JsonlAuditSink('/dev/full')],
];

describe('CO10: an audit log that can not be written', () => {
  test.each(failing)(
    '%s: what changes something is refused, what reads is flagged, nothing blocks',
    async (_name, make) => {
      const folder = await tempFolder();
      const outside = await tempFolder({'a.txt': 'a'});
      const runtime = new Runtime({clock: new FakeClock(), audit: make(folder)});
      let writes = 0;
      const write = defineTool({name: 'write', description: 'Write', run: () => ++writes});
      const read = defineTool({name: 'read', description: 'Read', planning: {sideEffects: false}, run: () => 'text'});
      const module = await moduleOf([write, read], runtime);
      const {answer, longest} = await longestTurn(() =>
        doingNoHarm(outside, async () => ({
          refused: await module.getTool('write').execute({}),
          flagged: await module.getTool('read').execute({}),
        })),
      );
      const {refused, flagged} = answer;
      expect(longest).toBeLessThan(200);
      expect(errorOf(refused)).toMatchObject({code: 'RESOURCE_UNAVAILABLE', outcome: 'not_executed'});
      expect(writes).toBe(0);
      expect(dataOf(flagged)).toBe('text');
      expect(flagged.metadata.warnings).toEqual([expect.stringContaining('audit log')]);
    },
  );

  test('that can be written again lets everything run again', async () => {
    const folder = join(await tempFolder(), 'audit');
    writeFileSync(folder, '');
    const runtime = new Runtime({clock: new FakeClock(), audit: new JsonlAuditSink(folder)});
    const write = defineTool({name: 'write', description: 'Write', run: () => 1});
    const module = await moduleOf([write], runtime);
    expect(errorOf(await module.getTool('write').execute({})).code).toBe('RESOURCE_UNAVAILABLE');
    execFileSync('rm', [folder]);
    dataOf(await module.getTool('write').execute({}));
    await runtime.close();
    const lines = readFileSync(join(folder, today), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as {phase: string}).phase)).toEqual(['intent', 'outcome']);
    chmodSync(folder, 0o700);
  });

  test('on a disk that is full refuses, loses one line, and goes on when there is room again', async () => {
    const [sources, folder] = [await tempFolder(), await tempFolder()];
    await transpileSources(sources, ['src/audit', 'src/contract']);
    // A file may have 8 blocks of 512 bytes: as if the disk were full in the middle of a line.
    const script = 'ulimit -f 8; exec "$@"';
    const child = [process.execPath, join(import.meta.dirname, '../support/audit-until-full.mjs')];
    const sink = join(sources, 'src/audit/jsonl-audit-sink.js');
    const refused = execFileSync('sh', ['-c', script, 'sh', ...child, folder, sink], {encoding: 'utf8'});
    expect(readFileSync(join(folder, today)).length).toBe(4096);

    const runtime = new Runtime({clock: new FakeClock(), audit: new JsonlAuditSink(folder)});
    const read = defineTool({name: 'read', description: 'Read', planning: {sideEffects: false}, run: () => 1});
    expect((await (await moduleOf([read], runtime)).getTool('read').execute({})).metadata.warnings).toBeUndefined();
    await runtime.close();
    const lines = readFileSync(join(folder, today), 'utf8').trimEnd().split('\n');
    expect(lines.length - 2 + Number(refused)).toBe(50);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({tool: 'probe.read'});
    expect(() => JSON.parse(lines.at(-2)!) as unknown).toThrow();
    for (const line of lines.slice(0, -2)) expect(JSON.parse(line)).toMatchObject({tool: 'fs.read'});
  });

  test('that failed in the middle of a line goes on with a line of its own', async () => {
    const folder = await tempFolder({[today]: '{"torn": "li'});
    const runtime = new Runtime({clock: new FakeClock(), audit: new JsonlAuditSink(folder)});
    const read = defineTool({name: 'read', description: 'Read', planning: {sideEffects: false}, run: () => 1});
    dataOf(await (await moduleOf([read], runtime)).getTool('read').execute({}));
    await runtime.close();
    const [torn, line] = readFileSync(join(folder, today), 'utf8').split('\n');
    expect(torn).toBe('{"torn": "li');
    expect(JSON.parse(line!)).toMatchObject({tool: 'probe.read'});
  });
});
