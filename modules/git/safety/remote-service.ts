import {devNull} from 'node:os';
import type {Remote} from '../checks/urls.js';
import type {GitSettings} from '../settings.js';

type Service = 'upload-pack' | 'receive-pack';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The option that names the program of the other side. A repository's configuration may name one as well, and git
 * keeps the first that it reads, so that no later value takes its place: only the command line does (GIT02, GIT07).
 */
export function serviceOption(settings: GitSettings, remote: Remote, service: Service): string[] {
  if (remote.protocol === 'file') return [`--${service}=${localService(settings, service)}`];
  return remote.protocol === 'ssh' ? [`--${service}=git-${service}`] : [];
}

/**
 * The program that serves the other side of a local remote. git starts it without our configuration, and hooks,
 * filters and helpers of that repository would run (GIT07): it gets the same on its own command line, which git hands
 * to a shell; every part is ours and quoted.
 */
function localService(settings: GitSettings, service: Service): string {
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
