import {existsSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {ToolError} from '../../src/sdk.js';
import {runGit} from './client.js';
import type {GitOutput} from './client.js';
import {credentialHelpers} from './safety/credential-helpers.js';
import {commandConfig, commandEnvironment} from './safety/environment.js';
import type {ConfigEntry} from './safety/environment.js';
import {pinnedAddresses} from './safety/host-addresses.js';
import {gitFailure} from './failures/failures.js';
import {isInside, realPathOf} from './checks/paths.js';
import {redactUrls} from './safety/redact.js';
import {configFingerprint, repositoryEnvironment, requireInside} from './repository.js';
import type {Repository} from './repository.js';
import {assessConfig, parseConfigList, valuesOf} from './safety/repository-config.js';
import type {ConfigAssessment} from './safety/repository-config.js';
import type {GitSettings} from './settings.js';
import type {Remote} from './checks/urls.js';

export interface CommandOptions {
  readonly signal?: AbortSignal | undefined;
  readonly input?: string;
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Exit codes that are answers; default 0 alone. */
  readonly accept?: readonly number[];
  /** The code of a failure that git's words do not explain. */
  readonly failure?: string;
  /** The command talks to this remote. */
  readonly remote?: Remote;
  /** The object store that the remote's objects go to; default the repository's. */
  readonly objects?: string;
  /** The command may look into repositories inside of the working tree. */
  readonly nested?: boolean;
  readonly maxOutputBytes?: number;
  readonly truncate?: boolean;
}

interface Judged {
  readonly fingerprint: string;
  readonly entries: readonly ConfigEntry[];
  readonly assessment: ConfigAssessment;
}

/** How deep and how many repositories inside of a working tree are looked at before a command that enters them. */
const maxNested = 200;

/**
 * git as this module uses it: every command with the environment of environment.ts, and every command on a repository
 * after its configuration was judged. What runs it is client.ts.
 */
export class Git {
  readonly settings: GitSettings;
  readonly #judged = new WeakMap<Repository, Judged>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(settings: GitSettings) {
    this.settings = settings;
  }

  /** Runs a command outside of any repository. */
  async run(args: readonly string[], cwd: string, options: CommandOptions = {}): Promise<GitOutput> {
    return this.#run(args, cwd, options, []);
  }

  /** Runs a command in a repository; its own configuration runs nothing and sends nothing elsewhere. */
  async in(repository: Repository, args: readonly string[], options: CommandOptions = {}): Promise<GitOutput> {
    const {assessment} = await this.#judge(repository, options.signal);
    if (options.remote !== undefined) refuseMisleading(assessment);
    const nested = options.nested === true ? await this.#nestedOverrides(repository, options.signal) : [];
    const environment = {...repositoryEnvironment(repository), ...options.environment};
    const objects = join(repository.commonDir, 'objects');
    return this.#run(args, repository.path, {objects, ...options, environment}, [...assessment.overrides, ...nested]);
  }

  /** The same, as text without the last line break. */
  async text(repository: Repository, args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const {stdout} = await this.in(repository, args, options);
    return stdout.toString('utf8').replace(/\n$/, '');
  }

  /** The repository's own configuration, in order. */
  async configEntries(repository: Repository, signal?: AbortSignal): Promise<readonly ConfigEntry[]> {
    return (await this.#judge(repository, signal)).entries;
  }

  /** Values of the repository's own configuration. */
  async configValues(repository: Repository, key: string, signal?: AbortSignal): Promise<string[]> {
    return valuesOf(await this.configEntries(repository, signal), key);
  }

  async hasIdentity(repository: Repository, signal?: AbortSignal): Promise<boolean> {
    return (await this.#judge(repository, signal)).assessment.hasIdentity;
  }

  /** Calls that change one repository run one after the other: git's own locks would fail the second. */
  async exclusive<T>({commonDir}: Repository, act: () => Promise<T>): Promise<T> {
    const mine = (this.#queues.get(commonDir) ?? Promise.resolve()).then(act, act);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#queues.set(commonDir, settled);
    void settled.then(() => {
      if (this.#queues.get(commonDir) === settled) this.#queues.delete(commonDir);
    });
    return mine;
  }

  /**
   * The repository whose top directory is `path` (confined already). Answers REPOSITORY_NOT_FOUND, INVALID_REPO, and
   * PERMISSION_DENIED when its parts lie outside.
   */
  async discover(path: string, signal?: AbortSignal, url?: string): Promise<Repository> {
    const args = ['rev-parse', '--is-bare-repository', '--git-common-dir', '--absolute-git-dir'];
    const environment = {GIT_CEILING_DIRECTORIES: dirname(path)};
    const {stdout} = await this.#run(args, path, {signal, environment, failure: 'INVALID_REPO'}, []);
    const [, common = '', git = ''] = stdout.toString('utf8').split('\n');
    const [gitDir, commonDir] = [realPathOf(resolve(path, git)), realPathOf(resolve(path, common))];
    const found: Repository = {path, gitDir, commonDir, bare: gitDir === path, url};
    requireInside(found, this.settings.roots);
    const [origin] = await this.configValues(found, 'remote.origin.url', signal);
    return Object.freeze({...found, url: url ?? (origin === undefined ? undefined : redactUrls(origin))});
  }

  /** Whether git can be run at all; its version. */
  async version(signal?: AbortSignal): Promise<string> {
    const {stdout} = await this.#run(['version'], this.settings.basePath, {signal}, []);
    return stdout.toString('utf8').replace('git version', '').trim();
  }

  async #run(
    args: readonly string[],
    cwd: string,
    options: CommandOptions,
    overrides: readonly ConfigEntry[],
  ): Promise<GitOutput> {
    const {settings} = this;
    const {remote, objects} = options;
    const pinned = await pinnedAddresses(settings, remote, options.signal);
    const helpers = await this.#helpers(options);
    const config = [...commandConfig(settings, remote, helpers), ...pinned, ...overrides];
    const output = await runGit({
      gitPath: settings.gitPath,
      args,
      cwd,
      environment: {...commandEnvironment(settings, config, remote), ...options.environment},
      input: options.input,
      signal: options.signal,
      timeout: settings.timeout,
      maxOutputBytes: options.maxOutputBytes ?? settings.maxOutputBytes,
      truncate: options.truncate,
      transfer: remote && objects !== undefined ? {objects, maxBytes: settings.maxTransferBytes} : undefined,
    });
    if ((options.accept ?? [0]).includes(output.exitCode)) return output;
    const said = `${output.stderr}\n${output.stdout.subarray(0, 4000).toString('utf8')}`;
    const {exitCode} = output;
    const fallback = options.failure ?? 'OPERATION_FAILED';
    throw gitFailure({command: args[0] ?? '', exitCode, said, remote: remote !== undefined, fallback});
  }

  async #helpers({remote, signal}: CommandOptions): Promise<readonly ConfigEntry[]> {
    const wanted = this.settings.auth.kind === 'helper' && remote !== undefined && remote.protocol !== 'file';
    return wanted ? credentialHelpers(this.settings, signal) : [];
  }

  async #judge(repository: Repository, signal: AbortSignal | undefined): Promise<Judged> {
    requireInside(repository, this.settings.roots);
    const fingerprint = configFingerprint(repository);
    const known = this.#judged.get(repository);
    if (known?.fingerprint === fingerprint && !known.assessment.includes) return known;
    const environment = repositoryEnvironment(repository);
    const options = {signal, environment, failure: 'INVALID_REPO'};
    const {stdout} = await this.#run(['config', '--list', '--show-scope', '-z'], repository.path, options, []);
    const entries = parseConfigList(stdout.toString('utf8'));
    const judged = {fingerprint, entries, assessment: assessConfig(entries)};
    this.#judged.set(repository, judged);
    return judged;
  }

  /** `git add` and `git commit` ask for the status of repositories in the tree, whose filters would run as well. */
  async #nestedOverrides(repository: Repository, signal: AbortSignal | undefined): Promise<ConfigEntry[]> {
    const overrides: ConfigEntry[] = [];
    const queue = [repository];
    for (const outer of queue) {
      if (queue.length > maxNested) {
        throw new ToolError('LIMIT_EXCEEDED', `There are more than ${maxNested} repositories in the working tree`);
      }
      const environment = repositoryEnvironment(outer);
      const listed = await this.#run(['ls-files', '--stage', '-z'], outer.path, {signal, environment}, []);
      for (const entry of listed.stdout.toString('utf8').split('\0')) {
        if (!entry.startsWith('160000 ')) continue;
        const inner = await this.#nested(outer, join(outer.path, entry.slice(entry.indexOf('\t') + 1)), signal);
        if (inner === undefined) continue;
        overrides.push(...(await this.#judge(inner, signal)).assessment.overrides);
        queue.push(inner);
      }
    }
    return overrides;
  }

  async #nested(outer: Repository, path: string, signal: AbortSignal | undefined): Promise<Repository | undefined> {
    // Not checked out: there is nothing to look into.
    if (!isInside(path, outer.path) || !existsSync(join(path, '.git'))) return undefined;
    return this.discover(realPathOf(path), signal);
  }
}

function refuseMisleading({misleading}: ConfigAssessment): void {
  if (misleading.length === 0) return;
  throw new ToolError(
    'PERMISSION_DENIED',
    `The repository's configuration would change where this goes: ${misleading.join(', ')}`,
    {
      context: {reason: 'repository_config', keys: misleading},
      suggestions: ['Remove these keys from the .git/config of the repository'],
      outcome: 'not_executed',
    },
  );
}
