import {chmod, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {escaping, leftAfterTwoSeconds} from '../support/processes.js';
import {guardSockets} from '../support/socket-guard.js';
import {useSite} from './git-site.js';
import type {Site} from './git-site.js';

guardSockets();
const createSite = useSite();

/** A hook, as an operator may allow it, that starts a process in a session of its own and tells its number. */
async function plantHook({base, folder}: Site, name: string, stay: boolean): Promise<() => Promise<number>> {
  const [hook, script, told] = [join(folder, '.git/hooks', name), join(base, 'escape.cjs'), join(base, 'told')];
  await writeFile(script, escaping({stay}));
  await writeFile(hook, `#!/bin/sh\nexec '${process.execPath}' '${script}' > '${told}'\n`);
  await chmod(hook, 0o755);
  return async () => Number(await readFile(told, 'utf8'));
}

describe('GIT08: what a program of git started in a session of its own', () => {
  test('is gone after the call [needs Linux]', async () => {
    if (process.platform !== 'linux') return;
    const site = await createSite({hooks: true});
    const pid = await plantHook(site, 'post-commit', false);
    await site.allows('commit', {repository: site.repository, message: 'Two', allowEmpty: true});
    expect(await leftAfterTwoSeconds([await pid()])).toEqual([]);
  });

  test('is gone when time is over', async () => {
    const site = await createSite({hooks: true, timeout: 1500});
    const pid = await plantHook(site, 'pre-commit', true);
    const result = await site.git
      .getTool('commit')
      .execute({repository: site.repository, message: 'Two', allowEmpty: true});
    expect(result).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT'}});
    expect(await leftAfterTwoSeconds([await pid()])).toEqual([]);
  });
});
