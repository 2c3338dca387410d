import {stem} from './stem.js';

/** Words that people use for one thing, a group a line: each finds the others. General words; no tool is named for its own sake. */
const groups = [
  'delete remove erase rm unlink drop destroy discard purge wipe rid',
  'folder directory dir',
  'file document',
  'create make new mkdir build',
  'list show browse enumerate ls display inside contain',
  'find search locate lookup look glob query',
  'pattern wildcard glob regex matching',
  'move rename relocate mv',
  'copy duplicate cp replicate backup',
  'download fetch get retrieve',
  'upload publish push send submit',
  'write save store put overwrite',
  'read load view see open content',
  'change modify edit update alter patch',
  'replace overwrite put',
  'compare diff difference different greater less',
  'pack compress archive zip tar bundle tarball gzip',
  'unpack extract uncompress unzip decompress',
  'archive tarball tar zip',
  'multiply times product',
  'add plus sum append',
  'subtract minus',
  'divide divided quotient',
  'power exponent',
  'round decimals digits precision',
  'permission mode rights chmod access',
  'exist exists there',
  'history log past',
  'repository repo',
  'revert undo rollback restore reset',
  'convert render transform translate turn',
  'text string content say',
  'run execute invoke call',
  'start begin init initialize',
  'switch checkout',
  'combine merge join',
  'http web api url rest',
  'page resource website',
  'message mail email',
  'part range section',
  'stash shelve aside',
  'watch observe monitor notify',
];

/** What a word may mean beside itself, in one direction: `big` asks for a size, a size is not always big. */
const meanings: Readonly<Record<string, string>> = {
  big: 'size',
  large: 'size',
  long: 'size length',
  small: 'size',
  who: 'author',
  when: 'time date',
  modified: 'time',
  uncommitted: 'status modified',
  everything: 'all',
  nothing: 'empty',
  bigger: 'compare greater',
  newer: 'compare',
  latest: 'newest last',
  latter: 'last',
  line: 'blame',
  extension: 'pattern',
  existing: 'exist open',
};

type Table = ReadonlyMap<string, readonly string[]>;

let table: Table | undefined;

/** Stems of the words that may be meant by a word as well. */
export function synonymsOf({word, stem: own}: {readonly word: string; readonly stem: string}): readonly string[] {
  table ??= readTable();
  const found = table.get(word) ?? table.get(own) ?? [];
  return found.filter((synonym) => synonym !== own);
}

/** By word and by stem. */
function readTable(): Table {
  const all = new Map<string, Set<string>>();
  const add = (word: string, synonyms: readonly string[]): void => {
    for (const key of new Set([word, stem(word)])) {
      const known = all.get(key) ?? new Set();
      for (const synonym of synonyms) known.add(stem(synonym));
      all.set(key, known);
    }
  };
  for (const group of groups.map((line) => line.split(' '))) {
    for (const word of group)
      add(
        word,
        group.filter((other) => other !== word),
      );
  }
  for (const [word, meant] of Object.entries(meanings)) add(word, meant.split(' '));
  return new Map([...all].map(([word, synonyms]) => [word, [...synonyms]]));
}
