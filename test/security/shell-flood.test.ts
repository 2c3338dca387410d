import {describe, expect, test} from '@jest/globals';

import {node, script} from '../modules/shell/shell.js';
import {longestTurn} from '../support/machine-time.js';
import {useShellSite} from './shell-site.js';

const createSite = useShellSite();
const commands = {sh: {flags: ['-c <script>']}, ...node} as const;
const cap = 1_000_000;

const floods: readonly (readonly [string, string[]])[] = [
  ['yes', ['sh', '-c', 'yes']],
  ['five gigabytes of nothing', ['sh', '-c', 'head -c 5000000000 /dev/zero']],
  ['a flood of errors', ['sh', '-c', 'yes >&2']],
  ['both at once', ['sh', '-c', 'yes & yes >&2']],
  ['one line of a hundred megabytes', ['sh', '-c', "head -c 100000000 /dev/zero | tr '\\0' x"]],
  ['a flood from a grandchild in a session of its own', ['sh', '-c', 'setsid yes & wait']],
];

describe('SH06: a flood of output', () => {
  test.each(floods)('%s ends with LIMIT_EXCEEDED, and memory stays small', async (_name, command) => {
    const {shell, fails} = await createSite({commands, maxOutput: cap});
    // What starts programs is loaded with the first one, which is not the flood's.
    await shell.execute({command: ['sh', '-c', 'true']});
    const before = process.memoryUsage().rss;
    const {answer: error, longest} = await longestTurn(() => fails({command}, 'LIMIT_EXCEEDED'));
    expect(error).toMatchObject({outcome: 'unknown', details: {context: {limit: cap}}});
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024 + cap);
    expect(longest).toBeLessThan(200);
  });

  test('that may be cut is read to its end in little memory, and no more than the limit is kept', async () => {
    const {shell} = await createSite({commands, maxOutput: cap, overflow: 'truncate'});
    const before = process.memoryUsage().rss;
    const command = ['sh', '-c', 'head -c 300000000 /dev/zero; echo end'];
    const {stdout, truncated} = await shell.execute({command});
    expect(truncated).toBe(true);
    expect(stdout.length).toBeLessThan(cap + 100);
    expect(stdout.endsWith('end\n')).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024 + cap);
  });

  test('in the background is kept in little memory, too', async () => {
    const {shell} = await createSite({commands, maxOutput: cap});
    const before = process.memoryUsage().rss;
    const process_ = await shell.start({command: ['sh', '-c', 'head -c 300000000 /dev/zero']});
    const {stdout, truncated} = await shell.wait({process: process_, timeout: 60_000});
    expect(truncated).toBe(true);
    expect(stdout.length).toBeLessThan(cap + 100);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024 + cap);
  });

  test('benign twin: as much as the limit is answered whole', async () => {
    const {shell} = await createSite({commands, maxOutput: cap});
    const {stdout} = await shell.execute({command: script(`process.stdout.write('x'.repeat(${cap}))`)});
    expect(stdout).toHaveLength(cap);
  });
});
