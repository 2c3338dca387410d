// `npm run check:package`: packs what is built as npm would publish it, and lets publint and are-the-types-wrong look at the
// archive. Stands on dist, which `npm run check` builds first.
import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haft-package-'));
try {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{filename}] = JSON.parse(execFileSync('npm', pack, {cwd: root, encoding: 'utf8'}));
  const archive = join(folder, filename);
  const checks = [
    ['publint', archive, '--strict'],
    ['attw', archive, '--profile', 'esm-only'],
  ];
  const failed = checks.filter(([name, ...args]) => {
    const {status, error} = spawnSync(join(root, 'node_modules/.bin', name), args, {cwd: root, stdio: 'inherit'});
    if (error) console.error(`${name}: ${error.message}`);
    return status !== 0;
  });
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, {recursive: true});
}
