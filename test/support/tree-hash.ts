import {createHash} from 'node:crypto';
import {lstat, readFile, readdir, readlink} from 'node:fs/promises';
import {join, relative} from 'node:path';

/**
 * One line for every entry under a folder, the folder itself included: name, type, mode, mtime in ns, and the bytes'
 * hash or the link's target. Two equal lists mean that nothing was touched (SECURITY 1, assertion 1).
 */
export async function describeTree(folder: string): Promise<string[]> {
  const lines: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const stats = await lstat(path, {bigint: true});
    const name = relative(folder, path) || '.';
    let content = '';
    if (stats.isFile())
      content = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    if (stats.isSymbolicLink()) content = await readlink(path);
    lines.push(`${name} ${stats.mode.toString(8)} ${String(stats.mtimeNs)} ${content}`);
    if (!stats.isDirectory()) return;
    for (const entry of (await readdir(path)).sort()) await visit(join(path, entry));
  };
  await visit(folder);
  return lines;
}

/** The same as one hash. */
export async function treeHash(folder: string): Promise<string> {
  return createHash('sha256')
    .update((await describeTree(folder)).join('\n'))
    .digest('hex');
}
