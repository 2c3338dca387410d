import {runGit} from '../client.js';
import {accountHome} from './account-home.js';
import type {ConfigEntry} from './environment.js';
import type {GitSettings} from '../settings.js';

/**
 * The credential helpers that the user's and the machine's configuration name (`auth: {helper: true}`): only these
 * values are taken from it, and only for a command that talks to a remote.
 */
export async function credentialHelpers(
  settings: GitSettings,
  signal: AbortSignal | undefined,
): Promise<ConfigEntry[]> {
  const environment = Object.fromEntries(
    Object.entries({PATH: process.env['PATH'], HOME: accountHome(), LC_ALL: 'C'}).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Record<string, string>;
  const entries: ConfigEntry[] = [];
  for (const scope of ['--system', '--global']) {
    const {stdout} = await runGit({
      gitPath: settings.gitPath,
      args: ['config', scope, '-z', '--get-regexp', '^credential\\.'],
      cwd: settings.basePath,
      environment,
      signal,
      timeout: 10_000,
      maxOutputBytes: 1_000_000,
    });
    for (const pair of stdout.toString('utf8').split('\0')) {
      const end = pair.indexOf('\n');
      if (end > 0) entries.push([pair.slice(0, end), pair.slice(end + 1)]);
    }
  }
  return entries;
}
