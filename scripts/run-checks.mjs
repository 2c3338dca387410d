// `npm run check`: runs every `check:*` script of package.json, as many at a time as there are cores and all of them, then
// says which failed. A name narrows it: `npm run check -- lint house`.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {sideBySide} from './side-by-side.mjs';

const {scripts} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const all = Object.keys(scripts).flatMap((name) => (name.startsWith('check:') ? [name.slice('check:'.length)] : []));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}

// Once, before the checks that look at what is built.
const {status} = spawnSync('npm run --silent build', {shell: true, stdio: 'inherit'});
if (status !== 0) process.exit(1);

const outcomes = await sideBySide(
  (asked.length > 0 ? asked : all).map((name) => ({
    name,
    command: `npm run --silent check:${name}`,
    options: {shell: true},
  })),
  ({name, output}) => console.log(`\n> check:${name}${output === '' ? '' : `\n${output}`}`),
);

console.log();
for (const {name, ok, seconds} of outcomes) console.log(`${ok ? 'ok    ' : 'FAILED'} check:${name} (${seconds} s)`);
process.exitCode = outcomes.every(({ok}) => ok) ? 0 : 1;
