import {constants} from 'node:fs';
import {mkdir, open, readFile, rename, rm} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {homedir, userInfo} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';

/** Bytes that a packed empty database has at most; it has about five million. */
const maxSize = 33_554_432;

/** What this process has made or read already, by where it is kept. */
const known = new Map<string | undefined, Uint8Array>();

/**
 * An empty database, packed: making one takes seconds, unpacking one a tenth of that. The first of a process is kept for those
 * after it, and in the user's cache folder for other processes. What is there is taken only if nobody else could have written
 * it; undefined when there is none.
 */
export async function readEmptyDatabase(): Promise<Uint8Array | undefined> {
  const file = await cacheFile();
  const bytes = known.get(file) ?? (file === undefined ? undefined : await readOwn(file));
  if (bytes) known.set(file, bytes);
  return bytes;
}

/** Keeps a packed empty database. That it can not be written is no failure: the next process makes its own. */
export async function keepEmptyDatabase(bytes: Uint8Array): Promise<void> {
  const file = await cacheFile();
  known.set(file, bytes);
  if (file === undefined) return;
  const temporary = `${file}.${String(process.pid)}`;
  try {
    await mkdir(dirname(file), {recursive: true, mode: 0o700});
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch {
    await rm(temporary, {force: true}).catch(() => undefined);
  }
}

async function readOwn(file: string): Promise<Uint8Array | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      const isOwn = process.platform === 'win32' || (stats.uid === userInfo().uid && (stats.mode & 0o022) === 0);
      return stats.isFile() && isOwn && stats.size > 0 && stats.size <= maxSize ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** Where it is kept: $XDG_CACHE_HOME/haft, else ~/.cache/haft. */
async function cacheFile(): Promise<string | undefined> {
  const {XDG_CACHE_HOME: given} = process.env;
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
  const version = await packageVersion();
  return version === undefined ? undefined : join(base, 'haft', `embedded-${version}.tar.gz`);
}

/** The version that makes it: a database of one is not read by another. */
async function packageVersion(): Promise<string | undefined> {
  try {
    const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
    const manifest: unknown = JSON.parse(await readFile(join(dirname(dirname(entry)), 'package.json'), 'utf8'));
    const {version} = manifest as {version?: unknown};
    return typeof version === 'string' && /^[\w.+-]+$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}
