import {readdirSync, readlinkSync} from 'node:fs';
import {relative} from 'node:path';

/** What this process has open under a folder, by paths below it; on systems without /proc nothing is known. */
export function openDescriptors(folder: string): string[] {
  const found: string[] = [];
  for (const descriptor of readdirSync('/proc/self/fd')) {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      if (target === folder || target.startsWith(`${folder}/`)) found.push(relative(folder, target) || '.');
    } catch {
      // The descriptor that readdir itself used.
    }
  }
  return found.sort();
}
