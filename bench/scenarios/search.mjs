import {file} from './file.mjs';

const sizes = [10_000, 100_000];
const rows = [
  {name: 'bare inverted index', file: file('floors/inverted-index.mjs')},
  {name: 'haft search', file: file('haft/search.mjs')},
  {name: 'MiniSearch', file: file('peers/minisearch.mjs'), peer: 'minisearch'},
];

const named = (name, tools) => `${name}, ${tools.toLocaleString('en')} tools`;

export const searchTools = {
  title: 'finding ten tools by four words, a vocabulary that the tools share',
  unit: 'search',
  rounds: 15,
  ms: 50,
  floors: sizes.map((tools) => named('bare inverted index', tools)),
  contestants: sizes.flatMap((tools) => rows.map((row) => ({...row, name: named(row.name, tools), variant: {tools}}))),
};
