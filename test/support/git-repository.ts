import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {cp, mkdir, readdir, readFile, rename, rm} from 'node:fs/promises';
import {devNull, tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

import {writeFiles} from './temp-folder.js';

const run = promisify(execFile);

/** A commit to be made: files to write (a name ends with `/` for a folder) and to remove before it. */
export interface CommitSpec {
  readonly message: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly remove?: readonly string[];
  /** `name <email>`; default Ada. */
  readonly author?: string;
  /** ISO 8601; default a minute after the one before, from 2024-01-01. */
  readonly date?: string;
}

const environment = {
  PATH: process.env['PATH'],
  HOME: devNull,
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
};

/** Runs the real git in a folder, apart from anybody's configuration; answers stdout without the last line break. */
export async function realGit(folder: string, args: readonly string[], extra: NodeJS.ProcessEnv = {}): Promise<string> {
  const {stdout} = await run('git', [...args], {cwd: folder, env: {...environment, ...extra}, maxBuffer: 1 << 28});
  return stdout.replace(/\n$/, '');
}

/** Makes a real repository with commits on `main`; answers their hashes, oldest first. */
export async function makeRepository(folder: string, commits: readonly CommitSpec[] = []): Promise<string[]> {
  await mkdir(folder, {recursive: true});
  const hashes = commits.map(() => '');
  const model = await modelOf(commits);
  await cp(model, folder, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
  const log = await readFile(join(folder, '.git/logs/HEAD'), 'utf8').catch(() => '');
  for (const [index, line] of log.trimEnd().split('\n').entries()) if (line !== '') hashes[index] = line.slice(41, 81);
  return hashes;
}

/** A repository that is made once for all tests, and copied for each: that saves starting git a few thousand times. */
async function modelOf(commits: readonly CommitSpec[]): Promise<string> {
  gitVersion ??= realGit(tmpdir(), ['--version']);
  const spec = JSON.stringify([await gitVersion, commits], (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  const name = createHash('sha256').update(spec).digest('hex').slice(0, 32);
  const model = join(tmpdir(), `haft-test-repositories-${userInfo().username}`, name);
  if (existsSync(model)) return model;
  const making = `${model}.${String(process.pid)}`;
  await mkdir(making, {recursive: true, mode: 0o700});
  await realGit(making, ['init', '--quiet', '--initial-branch=main']);
  for (const sample of await readdir(join(making, '.git/hooks'))) await rm(join(making, '.git/hooks', sample));
  for (const [index, commit] of commits.entries()) await addCommit(making, commit, index);
  // Another test file may have made it meanwhile.
  await rename(making, model).catch(() => rm(making, {recursive: true}));
  return model;
}

let gitVersion: Promise<string> | undefined;

/** Adds one commit to a repository; `place` counts the minutes of its default date. */
export async function addCommit(folder: string, commit: CommitSpec, place = 0): Promise<string> {
  await writeFiles(folder, commit.files ?? {});
  if (commit.remove) await realGit(folder, ['rm', '--quiet', '-r', '--', ...commit.remove]);
  await realGit(folder, ['add', '--all']);
  const date = commit.date ?? new Date(Date.UTC(2024, 0, 1, 0, place)).toISOString().replace('.000', '');
  const [, name = 'Ada', email = 'ada@example.com'] = /^(.*) <(.*)>$/.exec(commit.author ?? '') ?? [];
  const who = {GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date};
  await realGit(folder, ['commit', '--quiet', '--allow-empty', '-m', commit.message], who);
  return realGit(folder, ['rev-parse', 'HEAD']);
}

/** Makes a repository with many small commits fast, by `git fast-import`: commit n changes file n modulo 50. */
export async function makeLongHistory(folder: string, count: number): Promise<void> {
  await makeRepository(folder);
  const lines: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const content = `line of ${String(n)}\n`.repeat((n % 7) + 1);
    const message = `Change ${String(n)}`;
    const person = `Person ${String(n % 5)} <p${String(n % 5)}@example.com> ${String(1_700_000_000 + n * 60)} +0000`;
    lines.push('commit refs/heads/main', `author ${person}`, `committer ${person}`);
    lines.push(`data ${String(message.length)}`, message);
    lines.push(`M 100644 inline file-${String(n % 50)}.txt`, `data ${String(content.length)}`, content);
  }
  const child = run('git', ['fast-import', '--quiet'], {cwd: folder, env: environment});
  child.child.stdin?.end(lines.join('\n'));
  await child;
  await realGit(folder, ['reset', '--quiet', '--hard', 'main']);
}
