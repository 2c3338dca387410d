import {devNull} from 'node:os';
import type {GitSettings} from '../settings.js';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The program that serves the other side of a local clone or push. git starts it without our configuration, and hooks,
 * filters and helpers of that repository would run (GIT07): it gets the same on its own command line, which git hands
 * to a shell; every part is ours and quoted.
 */
export function localService(settings: GitSettings, service: 'upload-pack' | 'receive-pack'): string {
  const config = [
    'core.fsmonitor=false',
    'core.alternateRefsCommand=true',
    'receive.autogc=false',
    'receive.denyCurrentBranch=refuse',
    'gc.auto=0',
    ...(settings.hooks ? [] : [`core.hooksPath=${devNull}`]),
    ...settings.trustedDirectories.flatMap((path) => [`safe.directory=${path}`, `safe.directory=${path}/.git`]),
  ];
  return [quote(settings.gitPath), ...config.flatMap((entry) => ['-c', quote(entry)]), service].join(' ');
}
