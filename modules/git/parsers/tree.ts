/** What a commit holds at a path. */
export interface TreeEntry {
  path: string;
  kind: 'file' | 'link' | 'directory' | 'submodule';
  hash: string;
  executable: boolean;
  /** Bytes of a file or a link. */
  size?: number;
}

const kinds: Readonly<Record<string, TreeEntry['kind']>> = {
  '120000': 'link',
  '040000': 'directory',
  '160000': 'submodule',
};

/** Reads `git ls-tree -z --long`: `<mode> <type> <hash> <size>⇥<path>`, ended by NUL. */
export function parseTree(output: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (const entry of output.split('\0')) {
    const tab = entry.indexOf('\t');
    if (tab === -1) continue;
    const [mode = '', , hash = '', size = '-'] = entry.slice(0, tab).split(/ +/);
    const kind = kinds[mode] ?? 'file';
    const path = entry.slice(tab + 1);
    entries.push({path, kind, hash, executable: mode === '100755', ...(size !== '-' && {size: Number(size)})});
  }
  return entries;
}
