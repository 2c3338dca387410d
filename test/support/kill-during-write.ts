import {spawn} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/**
 * Starts a writer (crash-writer.mjs) on the file `file` of a folder, and kills it when the temporary file of one of its
 * writes has `reached` bytes. `module` is the built index of modules/filesystem. Throws when the writer ended by itself.
 */
export async function killDuringWrite(module: string, folder: string, bytes: number, reached: number): Promise<void> {
  const script = join(import.meta.dirname, 'crash-writer.mjs');
  const writer = spawn(process.execPath, [script, module, folder, String(bytes)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => writer.on('close', resolve));
  while (writer.exitCode === null && temporarySize(folder) < reached)
    await new Promise((resolve) => setImmediate(resolve));
  if (writer.exitCode !== null) throw new Error(`The writer ended with ${writer.exitCode}`);
  writer.kill('SIGKILL');
  await ended;
}

/** Bytes of the temporary file, -1 when there is none. */
function temporarySize(folder: string): number {
  const name = readdirSync(folder).find((entry) => entry.startsWith('.haft-'));
  return statSync(join(folder, name ?? 'none'), {throwIfNoEntry: false})?.size ?? -1;
}
