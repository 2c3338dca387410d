// `npm run examples`: runs every example against the built package, as a user would, and prints a line for each.
// A name narrows it: `npm run examples -- wrap-a-class`. An example fails by its exit code or by taking two minutes.
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const asked = process.argv.slice(2);
const examples = readdirSync(join(root, 'examples'))
  .filter((file) => /(?<!\.d)\.(ts|mjs|cjs)$/.test(file))
  .filter((file) => asked.length === 0 || asked.some((name) => file.includes(name)))
  .sort();

if (examples.length === 0) {
  console.error(`No example ${asked.length > 0 ? `is named like ${asked.join(', ')}` : 'found'} in examples/`);
  process.exit(1);
}

let failed = 0;
for (const file of examples) {
  const started = Date.now();
  const flags = file.endsWith('.ts') ? ['--import', new URL('typescript.mjs', import.meta.url).href] : [];
  const run = spawnSync(process.execPath, [...flags, join('examples', file)], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (run.status === 0) {
    console.log(`ok     ${file} (${seconds} s)`);
    continue;
  }
  failed += 1;
  const reason = run.error?.message ?? (run.signal ? `ended by ${run.signal}` : `exit code ${run.status}`);
  console.log(`FAILED ${file} (${seconds} s): ${reason}`);
  console.log(`${run.stdout}${run.stderr}`.trimEnd().replace(/^/gm, '       '));
}
console.log(`examples: ${examples.length - failed} ok, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
