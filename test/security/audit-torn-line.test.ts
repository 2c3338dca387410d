import {execFile} from 'node:child_process';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

import {expect, test} from '@jest/globals';

import {useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const run = promisify(execFile);
const tempFolder = useTempFolders();

/** Fills the log until a line fits in part only, makes room, and writes another one. */
const script = `
  import {readdirSync, truncateSync} from 'node:fs';
  import {JsonlAuditSink} from './src/audit/jsonl-audit-sink.js';
  const sink = new JsonlAuditSink('log');
  const entry = (callId) => ({timestamp: '2026-01-31T12:00:00.000Z', phase: 'outcome', callId, tool: 'a'.repeat(300),
    context: {}, decision: {effect: 'allow'}});
  let written = 0;
  try { for (;;) { sink.write(entry(String(written))); written += 1; } } catch { console.log(written); }
  const file = 'log/' + readdirSync('log')[0];
  const lines = (await import('node:fs')).readFileSync(file, 'utf8').split('\\n');
  truncateSync(file, lines.at(-1).length);
  sink.write(entry('after'));
`;

test('CO10 a line that was written in part spoils no other line', async () => {
  const folder = await tempFolder();
  await transpileSources(folder, ['src/audit', 'src/contract']);
  await writeFile(join(folder, 'run.mjs'), script);
  const command = 'trap "" XFSZ; ulimit -f 8; exec "$0" run.mjs';
  const {stdout} = await run('sh', ['-c', command, process.execPath], {cwd: folder});
  expect(Number(stdout)).toBeGreaterThan(1);
  const [file = ''] = await readdir(join(folder, 'log'));
  const lines = (await readFile(join(folder, 'log', file), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({callId: 'after'});
});
