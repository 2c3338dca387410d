import {readdirSync} from 'node:fs';
import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** ms between two looks at what has arrived. */
const interval = 100;

export interface Transfer {
  /** The object store that it goes to; need not exist yet. */
  readonly objects: string;
  readonly maxBytes: number;
}

/** The watch over one transfer. */
export interface TransferWatch {
  stop(): void;
  /** Takes away the half-made packs, which a git that was ended leaves behind. */
  discard(): Promise<void>;
}

/**
 * Looks how much a remote has sent: git writes it to `objects/pack/tmp_pack_…` and has no limit of its own. Calls
 * `exceeded` once, when the packs that came since are larger than the limit.
 */
export function watchTransfer({objects, maxBytes}: Transfer, exceeded: () => void): TransferWatch {
  const folder = join(objects, 'pack');
  const before = new Set(namesIn(folder));
  const arrived = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => !before.has(name)).map((name) => join(folder, name));
  const look = async (): Promise<void> => {
    const sizes = await Promise.all((await arrived()).map(sizeOf));
    if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes) exceeded();
  };
  const timer = setInterval(() => void look(), interval);
  return {
    stop: () => clearInterval(timer),
    discard: async () => {
      const left = (await arrived()).filter((path) => /[/\\]\.?tmp_[^/\\]*$/.test(path));
      await Promise.all(left.map((path) => rm(path, {force: true})));
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => 0,
  );
