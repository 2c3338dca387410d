import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from '@jest/globals';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

const bench = async (...args: readonly string[]) => run(process.execPath, [script, ...args]);

interface Report {
  readonly reports: readonly {
    readonly name: string;
    readonly rows: readonly {readonly name: string; readonly ns: number; readonly ratios: Record<string, number>}[];
    readonly leftOut: readonly {readonly name: string; readonly reason: string}[];
  }[];
}

const tiny = ['--only', 'call', '--rounds', '1', '--ms', '1', '--no-peers'];

describe('the benchmark', () => {
  test('prints a row for every floor and both calls of haft, and says aloud which peers it left out', async () => {
    const {stdout} = await bench(...tiny);

    const rows = stdout.split('\n').filter((line) => /\d (ns|us|ms)\b/.test(line));
    expect(rows.map((row) => row.split(/ {3,}/)[0])).toEqual([
      'raw call',
      'ajv-validate-and-call',
      'haft plain call',
      'hand-written governed call',
      'haft guarded call',
    ]);
    expect(stdout.match(/^LEFT OUT: .+/gm)).toHaveLength(5);
  });

  test('gives the same as JSON, with the ratios to every floor', async () => {
    const {stdout} = await bench(...tiny, '--json');

    const [report] = (JSON.parse(stdout) as Report).reports;
    expect(report).toMatchObject({name: 'call', leftOut: {length: 5}});
    const guarded = report?.rows.find(({name}) => name === 'haft guarded call');
    expect(guarded?.ns).toBeGreaterThan(0);
    expect(Object.keys(guarded?.ratios ?? {})).toEqual([
      'raw call',
      'ajv-validate-and-call',
      'hand-written governed call',
    ]);
  });

  test.each([
    ['a scenario that there is none of', ['--only', 'speed'], 'There is no scenario speed'],
    ['a number of rounds that is none', ['--rounds', 'many'], '--rounds must be an integer above 0, received many'],
    ['an unknown option', ['--fast'], '--fast'],
  ])('refuses %s and says what there is', async (_what, args, message) => {
    const failure = expect.objectContaining({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`${message}[^]*--only SCENARIO`)),
    });
    await expect(bench(...args)).rejects.toEqual(failure);
  });
});
