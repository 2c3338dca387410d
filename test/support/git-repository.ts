import {execFile} from 'node:child_process';
import {mkdir} from 'node:fs/promises';
import {devNull} from 'node:os';
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
  await realGit(folder, ['init', '--quiet', '--initial-branch=main']);
  const hashes: string[] = [];
  for (const commit of commits) hashes.push(await addCommit(folder, commit, hashes.length));
  return hashes;
}

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
