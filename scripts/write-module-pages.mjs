// Writes the tables of docs/modules/*.md from the definitions of the built-in modules.
import {readFileSync, writeFileSync} from 'node:fs';
import {errorTable} from '../dist/src/contract/error-codes.js';
import {documentedModules} from './documented-modules.mjs';
import {fillModuleTables} from './module-tables.mjs';

for (const [page, module] of Object.entries(await documentedModules((path) => import(`../dist/modules/${path}.js`)))) {
  const file = new URL(`../docs/modules/${page}.md`, import.meta.url);
  writeFileSync(file, fillModuleTables(readFileSync(file, 'utf8'), {...module, errorTable}));
  console.log(`docs/modules/${page}.md is written`);
}
