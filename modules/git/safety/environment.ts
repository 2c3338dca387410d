import {devNull} from 'node:os';
import {accountHome} from './account-home.js';
import type {GitSettings} from '../settings.js';
import type {Remote} from '../checks/urls.js';

/** One value of git's configuration, given to a command above what any file says. */
export type ConfigEntry = readonly [key: string, value: string];

/**
 * What holds for every command (SECURITY 4): nothing that a repository, the user or the machine has configured runs
 * a program, and nothing is asked or paged. Values that name a program are set to one that does nothing, or emptied.
 */
const fixed: readonly ConfigEntry[] = [
  ['core.fsmonitor', 'false'],
  ['core.editor', ':'],
  ['sequence.editor', ':'],
  ['core.pager', 'cat'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', 'true'],
  ['core.attributesFile', devNull],
  ['core.excludesFile', devNull],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.quotePath', 'false'],
  ['color.ui', 'false'],
  ['commit.gpgSign', 'false'],
  ['commit.verbose', 'false'],
  ['tag.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['push.followTags', 'false'],
  ['push.pushOption', ''],
  ['push.recurseSubmodules', 'no'],
  ['submodule.recurse', 'false'],
  ['status.submoduleSummary', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['diff.submodule', 'short'],
  // A rebase or cherry-pick that was begun with signing asks for it when it goes on, whatever commit.gpgSign says.
  ['gpg.format', 'openpgp'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.ssh.defaultKeyCommand', 'false'],
  ['log.showSignature', 'false'],
  ['log.mailmap', 'false'],
  ['log.showRoot', 'true'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['i18n.logOutputEncoding', 'UTF-8'],
  // A background process would outlive the call.
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['init.templateDir', ''],
  ['user.useConfigOnly', 'true'],
  // Other branches or recorded resolutions that a repository would bring into a call.
  ['merge.autoStash', 'false'],
  ['merge.verifySignatures', 'false'],
  ['rebase.autoStash', 'false'],
  // A line break in it would put a line of its own into the list of steps, `exec` for one.
  ['rebase.instructionFormat', '%s'],
  ['rebase.autoSquash', 'false'],
  ['rebase.updateRefs', 'false'],
  ['rerere.enabled', 'false'],
  ['advice.detachedHead', 'false'],
  ['protocol.allow', 'never'],
  // An empty value empties the list of helpers, those of single URLs included.
  ['credential.helper', ''],
  ['http.extraHeader', ''],
  ['http.cookieFile', ''],
  ['http.proxy', ''],
  ['http.sslVerify', 'true'],
  // What a remote sends comes as one pack, however small, whose size can be watched (process/transfer-watch.ts).
  ['fetch.unpackLimit', '1'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['transfer.bundleURI', 'false'],
];

/** The configuration of a command that talks to `remote`, or to none. */
export function commandConfig(
  settings: GitSettings,
  remote?: Remote,
  helpers: readonly ConfigEntry[] = [],
): ConfigEntry[] {
  const entries: ConfigEntry[] = [...fixed];
  if (!settings.hooks) entries.push(['core.hooksPath', devNull]);
  for (const path of settings.trustedDirectories)
    entries.push(['safe.directory', path], ['safe.directory', `${path}/.git`]);
  if (remote === undefined) return entries;
  entries.push([`protocol.${remote.protocol}.allow`, 'always']);
  entries.push(['http.followRedirects', settings.followRedirects ? 'initial' : 'false']);
  const {auth} = settings;
  if (remote.protocol === 'ssh' && auth.kind === 'ssh') {
    entries.push(['core.sshCommand', 'ssh -o BatchMode=yes'], ['ssh.variant', 'ssh']);
  }
  if (remote.protocol === 'https' || remote.protocol === 'http') {
    // The token goes to the host it was given for and to no other, as a header that no command line shows.
    if (auth.kind === 'token' && remote.host === auth.host) {
      const basic = Buffer.from(`${auth.username}:${auth.token}`).toString('base64');
      entries.push([`http.${remote.protocol}://${auth.host}/.extraHeader`, `Authorization: Basic ${basic}`]);
    }
    if (auth.kind === 'helper') entries.push(...helpers);
  }
  return entries;
}

/**
 * The whole environment of a git process: what it needs to be found, and what keeps it from reading anything of the
 * user's or the machine's (SECURITY 4: empty environment). ssh and credential helpers get the home directory.
 */
export function commandEnvironment(
  settings: GitSettings,
  config: readonly ConfigEntry[],
  remote?: Remote,
): Record<string, string> {
  const environment: Record<string, string> = {
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Above every `protocol.<name>.allow` of a repository: git before 2.45 does not know the line before, and would fetch
    // a missing object by the program that `ext::` names.
    GIT_ALLOW_PROTOCOL: remote?.protocol ?? 'none',
    GIT_OPTIONAL_LOCKS: '0',
    // Empty, it takes the place of a repository's core.gitProxy, which is a program.
    GIT_PROXY_COMMAND: '',
  };
  const inherited = ['PATH', 'TMPDIR', 'SYSTEMROOT', 'TEMP'];
  const {kind} = settings.auth;
  if ((remote?.protocol === 'ssh' && kind === 'ssh') || (remote !== undefined && kind === 'helper')) {
    environment['HOME'] = accountHome();
    inherited.push('SSH_AUTH_SOCK', 'USER', 'LOGNAME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS');
  }
  for (const name of inherited) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  environment['GIT_CONFIG_COUNT'] = String(config.length);
  config.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${String(index)}`] = key;
    environment[`GIT_CONFIG_VALUE_${String(index)}`] = value;
  });
  return environment;
}
