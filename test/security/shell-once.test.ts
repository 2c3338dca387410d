import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {script} from '../modules/shell/shell.js';
import {errorOf} from '../support/one-module.js';
import {useShellSite} from './shell-site.js';

const createSite = useShellSite();
const append = "require('node:fs').appendFileSync('log', 'x')";

describe('CO03: a program that did its work, and whose answer was lost', () => {
  test('is not run again, and the outcome is unknown', async () => {
    const {shell, base} = await createSite({});
    const command = script(`${append}; console.log('done'); setInterval(() => {}, 1000)`);
    const result = await shell.getTool('execute').execute({command, timeout: 1000});
    expect(errorOf(result)).toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'unknown'});
    expect(result.metadata.attempts).toBe(1);
    expect(await readFile(join(base, 'log'), 'utf8')).toBe('x');
    expect(shell.getTool('execute').getMetadata().planning.idempotent).toBe(false);
  });

  test('is one run for one idempotency key, and another input is a conflict', async () => {
    const {shell, base} = await createSite({});
    const options = {idempotencyKey: 'once'};
    const execute = shell.getTool('execute');
    const calls = [1, 2, 3].map(() => execute.execute({command: script(append)}, options));
    for (const result of await Promise.all(calls)) expect(result.success).toBe(true);
    expect(await readFile(join(base, 'log'), 'utf8')).toBe('x');
    expect(errorOf(await execute.execute({command: script('0')}, options))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });
});
