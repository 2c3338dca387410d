// What tsc leaves to do: outputs whose source is gone must go too, files that threads are started from are JavaScript
// already and are copied, and the command must be executable.
import {chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

for (const room of ['src', 'modules']) {
  if (!existsSync(join(dist, room))) continue;
  for (const entry of readdirSync(join(dist, room), {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const output = join(entry.parentPath, entry.name);
    const source = join(root, relative(dist, output)).replace(/(\.d\.ts\.map|\.d\.ts|\.js)$/, '');
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.js`)) rmSync(output);
  }
}

for (const entry of readdirSync(join(root, 'modules'), {recursive: true, withFileTypes: true})) {
  if (!entry.isFile() || entry.name !== 'worker.js') continue;
  const source = join(entry.parentPath, entry.name);
  const output = join(dist, relative(root, source));
  mkdirSync(dirname(output), {recursive: true});
  copyFileSync(source, output);
}

chmodSync(join(dist, 'src/cli/main.js'), 0o755);
