// Writes docs/gallery/ from the configs that ship: `npm run docs`. With --check it only says whether they are as they should be.
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import {fileURLToPath} from 'node:url';
import {format, resolveConfig} from 'prettier';
import {ModuleFactory} from '../dist/src/index.js';
import {galleryEntries, galleryPages} from './gallery.mjs';

const folder = new URL('../docs/gallery/', import.meta.url);
const configs = new URL('../configs/', import.meta.url);
const read = (file) => JSON.parse(readFileSync(new URL(file, configs), 'utf8'));
const names = readdirSync(configs).filter((file) => file.endsWith('.json'));
const pages = galleryPages(
  galleryEntries(
    Object.fromEntries(names.map((file) => [file.replace(/\.json$/, ''), read(file)])),
    ModuleFactory,
    isBuiltin,
  ),
);
const style = await resolveConfig(fileURLToPath(new URL('README.md', folder)));
const texts = {};
for (const [file, text] of Object.entries(pages)) texts[file] = await format(text, {...style, parser: 'markdown'});

if (process.argv.includes('--check')) {
  const there = Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
  );
  const stale = [...new Set([...Object.keys(there), ...Object.keys(texts)])].filter(
    (file) => there[file] !== texts[file],
  );
  if (stale.length > 0) {
    console.error(`docs/gallery is not what the configs say: ${stale.join(', ')}. Run npm run docs`);
    process.exit(1);
  }
} else {
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder);
  for (const [file, text] of Object.entries(texts)) writeFileSync(new URL(file, folder), text);
  console.log(`docs/gallery is written: ${Object.keys(texts).length} pages`);
}
