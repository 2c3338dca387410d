import {createHash} from 'node:crypto';
import {lstat, mkdir, readdir, readFile, readlink, writeFile} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';

/** Writes files under a folder, parents included: `{'a/b.txt': 'text'}`; a name that ends with `/` is a folder. */
export async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(name.endsWith('/') ? path : dirname(path), {recursive: true});
    if (!name.endsWith('/')) await writeFile(path, content);
  }
}

/**
 * One line for every entry under a folder: name, kind, permissions, and the hash of its bytes or the target of a link. Not
 * the time of change, which nobody can take back.
 */
export async function readTree(folder: string): Promise<string[]> {
  const lines: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const stats = await lstat(path);
    const permissions = (stats.mode & 0o777).toString(8);
    const name = relative(folder, path);
    if (stats.isSymbolicLink()) lines.push(`${name} link ${await readlink(path)}`);
    else if (stats.isFile()) lines.push(`${name} file ${permissions} ${hashOf(await readFile(path))}`);
    else lines.push(`${name} ${stats.isDirectory() ? 'folder' : 'special'} ${permissions}`);
    if (!stats.isDirectory()) return;
    for (const entry of (await readdir(path)).sort()) await visit(join(path, entry));
  };
  for (const entry of (await readdir(folder)).sort()) await visit(join(folder, entry));
  return lines;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);
