// Writes what follows from the config language of src/factory: config.schema.json, and the option tables of
// docs/wrapping.md and of the pages in docs/wrapping. Run it after a change of the language: `npm run build && node scripts/write-config-schema.mjs`.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {format, resolveConfig} from 'prettier';
import {configJsonSchema} from '../dist/src/factory/language/config-schema.js';
import {fillOptionTables} from './option-tables.mjs';

const at = (file) => new URL(`../${file}`, import.meta.url);
const schema = configJsonSchema();
const style = await resolveConfig(fileURLToPath(at('config.schema.json')));
writeFileSync(at('config.schema.json'), await format(JSON.stringify(schema), {...style, parser: 'json'}));
const pages = readdirSync(at('docs/wrapping')).map((page) => `docs/wrapping/${page}`);
for (const page of ['docs/wrapping.md', ...pages])
  writeFileSync(at(page), fillOptionTables(readFileSync(at(page), 'utf8'), schema));
console.log('config.schema.json, docs/wrapping.md and docs/wrapping are written');
