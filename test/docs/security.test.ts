import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

import {describe, expect, test} from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The project's list of known failures: how many cases it has of each kind. */
const cases: Readonly<Record<string, number>> = {FS: 9, GIT: 8, HT: 9, DB: 8, SH: 7, MC: 8, CO: 10};
const kinds = Object.keys(cases).join('|');
const caseId = new RegExp(`\\b(?:${kinds})\\d{2}\\b`, 'g');

const idsUpTo = (kind: string, count: number): string[] =>
  Array.from({length: count}, (_, index) => `${kind}${String(index + 1).padStart(2, '0')}`);
const allIds = Object.entries(cases).flatMap(([kind, count]) => idsUpTo(kind, count));

/** Ids of cases in the names of tests: what `test`, `describe` and their `each` are called with. */
function idsOf(source: string): string[] {
  const names = source.matchAll(/^\s*(?:(?:test|describe|faultTest)\(|\]\)\(|\}\)\()\s*(['"`])(.*?)\1/gms);
  return [...names].flatMap(([, , name = '']) => name.match(caseId) ?? []);
}

function testFiles(): Map<string, string> {
  const names = readdirSync(join(root, 'test'), {recursive: true, encoding: 'utf8'});
  const files = names.filter((name) => name.endsWith('.test.ts') && !name.startsWith('docs/')).sort();
  return new Map(files.map((name) => [`test/${name}`, readFileSync(join(root, 'test', name), 'utf8')]));
}

const section = (title: string): string => page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';

/** The cells of the rows that begin with an id. */
function heldRows(): string[][] {
  const lines = section('Cases that hold').matchAll(new RegExp(`^\\| (?:${kinds})\\d{2} \\|.*$`, 'gm'));
  return [...lines].map(([line]) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** Ids that the page says are not held: `HT01`, `HT01 to HT09`. */
function openIds(): string[] {
  const rows = section('Cases that are not held').matchAll(/^\| ([A-Z]+)(\d{2})(?: to [A-Z]+(\d{2}))? \|(.*)$/gm);
  return [...rows].flatMap(([, kind = '', first = '', last = first, why = '']) =>
    why.replaceAll('|', '').trim() === '' ? [] : idsUpTo(kind, Number(last)).slice(Number(first) - 1),
  );
}

/** Test files that the last cell of a row names. */
const filesOf = (cells: readonly string[]): string[] => cells.at(-1)?.match(/test\/[\w./-]+\.test\.ts/g) ?? [];

const held = heldRows();
const heldIds = held.map(([id]) => id);
const tested = new Map([...testFiles()].map(([file, source]) => [file, new Set(idsOf(source))]));

describe('docs/security.md', () => {
  test('says of every case of the list either that it holds, or why it does not', () => {
    expect([...heldIds, ...openIds()].sort()).toEqual([...allIds].sort());
  });

  test.each(held)('says of %s what is tried, what is promised and how far, and who holds it', (...cells) => {
    expect(cells).toHaveLength(5);
    expect(cells.filter((cell) => cell === '')).toEqual([]);
  });

  test.each(held)('names for %s files that have a test of that name', (id = '', ...cells) => {
    const files = filesOf(cells);
    expect(files).not.toEqual([]);
    expect(files.map((file) => [file, tested.get(file)?.has(id)])).toEqual(files.map((file) => [file, true]));
  });

  test('has a row for every case that a test is named after, with its file', () => {
    const files = new Map(held.map(([id, ...cells]) => [id, filesOf(cells)]));
    const missing = [...tested].flatMap(([file, ids]) =>
      [...ids].filter((id) => !files.get(id)?.includes(file)).map((id) => [id, file]),
    );
    expect(missing).toEqual([]);
  });
});
