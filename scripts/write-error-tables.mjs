// Writes the code tables of docs/errors.md from the one table in src/contract; `--check` only compares.
import {readFileSync, writeFileSync} from 'node:fs';
import {errorAliases, errorTable} from '../dist/src/contract/error-codes.js';

const page = new URL('../docs/errors.md', import.meta.url);

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const codes = Object.entries(errorTable).map(([code, {message, recoverable, class: kind}]) => [
  `\`${code}\``,
  message,
  recoverable ? 'yes' : 'no',
  kind,
]);
const aliases = Object.entries(errorAliases).map(([alias, meant]) => [
  `\`${alias}\``,
  meant.map((code) => `\`${code}\``).join(', '),
]);

const tables = {
  'error-table': table(['code', 'default message', 'recoverable', 'class'], codes),
  'alias-table': table(['spelling', 'code'], aliases),
};

const before = readFileSync(page, 'utf8');
let after = before;
for (const [name, text] of Object.entries(tables)) {
  after = after.replace(new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`), `$1\n${text}\n\n$2`);
}
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('docs/errors.md differs from the code table: run `npm run docs`');
    process.exitCode = 1;
  }
} else {
  writeFileSync(page, after);
}
