import {spawn} from 'node:child_process';
import {people, story, storyBegin, storyText} from './story.js';
import type {StoryCommit} from './story.js';

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** The story in the language of `git fast-import`: one process makes all commits, with the dates and hashes of every time. */
function fastImport(commits: readonly StoryCommit[]): string {
  return commits
    .map(({author, day, hour, message, files}) => {
      const person = `${people[author]} ${storyBegin + day * 86_400 + hour * 3600} +0000`;
      const changes = Object.entries(files).map(([path, lines]) =>
        lines === 0 ? `D ${path}\n` : `M 100644 inline ${path}\n${data(storyText(path, lines))}`,
      );
      return [
        `commit refs/heads/main\n`,
        `author ${person}\n`,
        `committer ${person}\n`,
        data(message),
        ...changes,
      ].join('');
    })
    .join('');
}

/** Makes a bare repository with real commits in a folder that is there and empty. */
export async function makeRepository(folder: string): Promise<void> {
  await git(['init', '--quiet', '--bare', '--initial-branch=main', folder], folder);
  await git(['fast-import', '--quiet'], folder, fastImport(story));
}

/** Runs git without the configuration of the account, which could change what is made. */
function git(args: readonly string[], cwd: string, input = ''): Promise<void> {
  const env = {PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', LC_ALL: 'C'};
  return new Promise((resolve, reject) => {
    const child = spawn(process.env['HAFT_GIT_PATH'] ?? 'git', [...args], {
      cwd,
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.stdin.on('error', reject);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git ${args[0] ?? ''} ended with ${String(code)}: ${errors.trim()}`));
    });
    child.stdin.end(input);
  });
}
