import {mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {JsonlAuditSink} from '../../src/audit/jsonl-audit-sink.js';
import type {AuditEntry} from '../../src/contract/services.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  timestamp: '2026-01-31T12:00:00.000Z',
  phase: 'outcome',
  callId: 'c-1',
  tool: 'fs.read',
  context: {sessionId: 's'},
  decision: {effect: 'allow'},
  success: true,
  ...more,
});

const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('JsonlAuditSink', () => {
  test('appends a line an entry to a file a day', async () => {
    const folder = join(await tempFolder(), 'deep', 'audit');
    const sink = new JsonlAuditSink(folder);
    sink.write(entry());
    sink.write(entry({callId: 'c-2'}));
    sink.write(entry({timestamp: '2026-02-01T00:00:00.000Z', callId: 'c-3'}));
    sink.close();
    expect(readdirSync(folder).sort()).toEqual(['audit-2026-01-31.jsonl', 'audit-2026-02-01.jsonl']);
    expect(linesOf(join(folder, 'audit-2026-01-31.jsonl'))).toEqual([entry(), entry({callId: 'c-2'})]);
  });

  test('can be closed twice and used on, and goes on with the file of the day', async () => {
    const folder = await tempFolder();
    const sink = new JsonlAuditSink(folder);
    sink.write(entry());
    sink.close();
    sink.close();
    sink.write(entry());
    sink.close();
    expect(linesOf(join(folder, 'audit-2026-01-31.jsonl'))).toHaveLength(2);
  });

  test('writes for its owner only', async () => {
    const folder = join(await tempFolder(), 'audit');
    const sink = new JsonlAuditSink(folder);
    sink.write(entry());
    sink.close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'audit-2026-01-31.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('does not follow a link in the place of its file', async () => {
    const folder = await tempFolder({'outside.txt': 'mine'});
    const audit = join(folder, 'audit');
    mkdirSync(audit);
    symlinkSync('../outside.txt', join(audit, 'audit-2026-01-31.jsonl'));
    expect(() => {
      new JsonlAuditSink(audit).write(entry());
    }).toThrow();
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('mine');
  });

  test('throws where the folder can not be made', async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => {
      new JsonlAuditSink(join(folder, 'file', 'audit')).write(entry());
    }).toThrow();
  });

  test('names the folder and the cause where it can not write', async () => {
    const folder = join(await tempFolder({afile: ''}), 'afile');
    const sink = new JsonlAuditSink(folder);
    expect(() => {
      sink.write(entry());
    }).toThrow(
      expect.objectContaining({
        code: 'RESOURCE_UNAVAILABLE',
        message: expect.stringContaining(`The audit log in ${folder} can not be written: EEXIST`),
      }),
    );
  });
});
