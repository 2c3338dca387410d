// `npm run check`: runs every `check:*` script of package.json, one after the other and all of them, then says which failed.
// A name narrows it: `npm run check -- lint house`.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const {scripts} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const all = Object.keys(scripts).flatMap((name) => (name.startsWith('check:') ? [name.slice('check:'.length)] : []));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown check ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}

const outcomes = (asked.length > 0 ? asked : all).map((name) => {
  console.log(`\n> check:${name}`);
  const started = Date.now();
  const {status} = spawnSync(`npm run --silent check:${name}`, {shell: true, stdio: 'inherit'});
  return {name, ok: status === 0, seconds: ((Date.now() - started) / 1000).toFixed(1)};
});

console.log();
for (const {name, ok, seconds} of outcomes) console.log(`${ok ? 'ok    ' : 'FAILED'} check:${name} (${seconds} s)`);
process.exitCode = outcomes.every(({ok}) => ok) ? 0 : 1;
