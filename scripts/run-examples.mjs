// `npm run examples`: runs every example against the built package, as a user would, and prints a line for each.
// A name narrows it: `npm run examples -- wrap-a-class`. An example fails by its exit code or by taking two minutes.
import {readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {sideBySide} from './side-by-side.mjs';

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

const typescript = ['--import', new URL('typescript.mjs', import.meta.url).href];
const outcomes = await sideBySide(
  examples.map((file) => ({
    name: file,
    command: process.execPath,
    args: [...(file.endsWith('.ts') ? typescript : []), join('examples', file)],
    options: {cwd: root, timeout: 120_000},
  })),
  ({name, ok, reason, output, seconds}) => {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${ok ? '' : `: ${reason}`}`);
    if (!ok) console.log(output.replace(/^/gm, '       '));
  },
);
const failed = outcomes.filter(({ok}) => !ok).length;
console.log(`examples: ${examples.length - failed} ok, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
