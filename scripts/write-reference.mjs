// Writes docs/reference/ from the docstrings of what the package exports. With `--check` it only compares. Either way it fails
// when an export or a method has no docstring, or a {@link} leads nowhere.
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {convert} from './reference/convert.mjs';
import {ReferenceRouter} from './reference/router.mjs';
import {themeOf} from './reference/theme.mjs';
import {undocumented} from './reference/undocumented.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = join(root, 'docs/reference');
const check = process.argv.includes('--check');
const problems = [];

const known = {};
const {app, project, exportedBy} = await convert(root, (application) => {
  application.renderer.defineRouter('haft', ReferenceRouter);
  application.renderer.defineTheme('haft', themeOf(known));
});
known.exportedBy = exportedBy;
for (const name of undocumented(project)) problems.push(`${name} has no docstring`);

const target = check ? mkdtempSync(join(tmpdir(), 'haft-reference-')) : committed;
try {
  await app.outputs.writeOutput({name: 'markdown', path: target}, project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) problems.push('typedoc has warnings, see above');
  for (const file of check ? differing(committed, target) : [])
    problems.push(`docs/reference/${file} is not what the docstrings say: run \`npm run docs\``);
} finally {
  if (check) rmSync(target, {recursive: true});
}

for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(check ? 'docs/reference is current' : 'docs/reference is written');
process.exitCode = problems.length === 0 ? 0 : 1;

/** Names of the pages that only one of the folders has, or that say something else in each. */
function differing(one, other) {
  const read = (folder, file) => {
    try {
      return readFileSync(join(folder, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  const names = new Set([one, other].flatMap((folder) => readdirSync(folder)));
  return [...names].filter((file) => read(one, file) !== read(other, file)).sort();
}
