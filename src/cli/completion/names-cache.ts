import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isRecord} from '../../contract/json.js';
import {haftVersion} from '../../shipped/package-root.js';
import type {ProjectNames} from './names.js';

/** Changes when the shape of what is kept does. */
const format = 1;

/**
 * Names of a project, kept in a file of the user's cache folder ($XDG_CACHE_HOME/haft, ~/.cache/haft), with the times of the
 * files they were read from. Where there is no such folder nothing is kept.
 */
export class NamesCache {
  readonly #path: string;
  readonly #folder: string;

  constructor(project: string, env: Readonly<Record<string, string | undefined>>) {
    const given = env['XDG_CACHE_HOME'];
    const base = given !== undefined && isAbsolute(given) ? given : join(env['HOME'] ?? homedir(), '.cache');
    this.#folder = join(base, 'haft');
    this.#path = join(this.#folder, `names-${createHash('sha256').update(project).digest('hex').slice(0, 24)}.json`);
  }

  /** undefined when there are none, or something has changed since. */
  read(): ProjectNames | undefined {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      if (!isRecord(kept) || kept['haft'] !== haftStamp() || !isRecord(kept['files'])) return undefined;
      const isFresh = Object.entries(kept['files']).every(([path, stamp]) => stampOf(path) === stamp);
      return isFresh ? (kept['names'] as ProjectNames) : undefined;
    } catch {
      return undefined;
    }
  }

  write(names: ProjectNames, files: readonly string[]): void {
    try {
      const stamps = Object.fromEntries(files.map((path) => [path, stampOf(path)]));
      mkdirSync(this.#folder, {recursive: true, mode: 0o700});
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({haft: haftStamp(), files: stamps, names}), {mode: 0o600});
      renameSync(draft, this.#path);
    } catch {
      // Next time they are read again.
    }
  }
}

/** Another haft has other tools; one that is being worked on is another one after every build. */
const haftStamp = (): string => `${format} ${haftVersion()} ${stampOf(fileURLToPath(import.meta.url))}`;

function stampOf(path: string): string {
  const {mtimeMs, size, ino} = statSync(path);
  return `${mtimeMs} ${size} ${ino}`;
}
