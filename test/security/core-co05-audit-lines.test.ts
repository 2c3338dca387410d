import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {JsonlAuditSink} from '../../src/index.js';
import type {AuditEntry} from '../../src/index.js';
import {defineTool, Runtime, Tool} from '../../src/sdk.js';
import {moduleOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const maxLine = 64 * 1024 + 1024;

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

/** Arguments that want to write lines of their own, or a line that nobody can read. */
const values: readonly (readonly [name: string, value: unknown])[] = [
  ['a line break and a forged line', 'x\n{"timestamp":"2026-01-31T12:00:00.000Z","phase":"outcome","success":true}'],
  ['a carriage return', 'x\r{"forged": true}\r\n'],
  ['U+2028 and U+2029', 'x\u2028{"forged":true}\u2029'],
  ['an escape sequence', '\u001b[2J\u001b]0;owned\u0007'],
  ['NUL and other control characters', '\u0000\u0001\u0085\u009b'],
  ['10 MB of text', 'x'.repeat(10_000_000)],
  ['10 MB of line breaks', '\n'.repeat(10_000_000)],
  ['a lone surrogate', '\ud800x\udc00'],
  ['a right-to-left override', '\u202egnp.exe'],
  ['a BigInt', 10n],
  ['a cycle', cycle],
  ['a function', () => 1],
  [
    'something that can not be read',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
      },
    ),
  ],
  ['100,000 items', Array.from({length: 100_000}, (_, index) => index)],
  ['a name of 10 MB', {['k'.repeat(10_000_000)]: 1}],
  ['a deep value', JSON.parse('{"a":'.repeat(1000) + '1' + '}'.repeat(1000))],
];

const echo = new Tool({
  name: 'echo',
  execute: (input: {value?: unknown}) => {
    throw new Error(typeof input.value === 'string' ? input.value : 'failed');
  },
  getMetadata: () => ({description: 'Fail with what it got', planning: {sideEffects: true}}),
});
const strict = defineTool({name: 'strict', description: 'Refuse', input: {value: 'integer'}, run: () => 1});

async function linesOf(act: (runtime: Runtime) => Promise<void>): Promise<readonly string[]> {
  const folder = await tempFolder();
  const runtime = new Runtime({audit: new JsonlAuditSink(folder)});
  await act(runtime);
  await runtime.close();
  const [file] = readdirSync(folder);
  const text = readFileSync(join(folder, file!), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split(/[\n\r\u2028\u2029\u0085]/);
}

describe('CO05: a line of the audit log', () => {
  test.each(values)('stays one, short, and JSON: %s', async (_name, value) => {
    const lines = await linesOf(async (runtime) => {
      const module = await moduleOf([strict], runtime);
      await module.getTool('strict').execute({value});
      await module.getTool('strict').execute({[typeof value === 'string' ? value : 'name']: value});
      await module.getTool('strict').execute({value: 1}, {context: {agentId: value as string}});
    });
    // Two refused calls, and one that ran: an intent and an outcome.
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line.length).toBeLessThan(maxLine);
      expect(JSON.parse(line)).toMatchObject({tool: 'probe.strict', callId: expect.any(String)});
      // What must not be in a line
      expect(line).not.toMatch(/[\u0000-\u001f\u2028\u2029]/);
    }
  });

  test.each(values)('stays one when the tool fails with it: %s', async (_name, value) => {
    const lines = await linesOf(async (runtime) => {
      const {adoptInstance} = await import('../../src/core/module-instance.js');
      const module = await moduleOf([], runtime);
      module.tools['echo'] = echo;
      adoptInstance(module, {runtime});
      await module.getTool('echo').execute({value});
    });
    const entries = lines.map((line) => JSON.parse(line) as AuditEntry);
    expect(entries.at(-1)).toMatchObject({phase: 'outcome', success: false, tool: 'probe.echo'});
    expect(new Set(entries.map(({callId}) => callId)).size).toBe(1);
    for (const line of lines) expect(line.length).toBeLessThan(maxLine);
  });

  test('says everything about an ordinary call', async () => {
    const lines = await linesOf(async (runtime) => {
      const module = await moduleOf([strict], runtime);
      await module.getTool('strict').execute({value: 1});
    });
    expect(lines.map((line) => JSON.parse(line) as AuditEntry)).toMatchObject([
      {phase: 'intent', input: {value: 1}, decision: {effect: 'allow'}},
      {phase: 'outcome', input: {value: 1}, success: true},
    ]);
  });
});
