import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

import {expect, test} from '@jest/globals';

const root = resolve(import.meta.dirname, '../..');
const caseId = /\b(?:FS|GIT|CO|SH)\d{2}\b/g;

/** Ids of cases in the names of tests: what `test`, `describe` and their `each` are called with. */
function idsOf(source: string): string[] {
  const names = source.matchAll(/^\s*(?:(?:test|describe)\(|\]\)\(|\}\)\()\s*(['"`])(.*?)\1/gms);
  return [...names].flatMap(([, , name = '']) => name.match(caseId) ?? []);
}

function testFiles(): Map<string, string> {
  const names = readdirSync(join(root, 'test'), {recursive: true, encoding: 'utf8'});
  const files = names.filter((name) => name.endsWith('.test.ts') && !name.startsWith('docs/')).sort();
  return new Map(files.map((name) => [`test/${name}`, readFileSync(join(root, 'test', name), 'utf8')]));
}

/** The rows of the page: id, and the files that hold it. */
function rows(): Map<string, string[]> {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const found = [...page.matchAll(/^\| ((?:FS|GIT|CO|SH)\d{2}) \|(.*)$/gm)];
  return new Map(found.map(([, id = '', rest = '']) => [id, rest.match(/test\/[\w./-]+\.test\.ts/g) ?? []]));
}

const tested = new Map([...testFiles()].map(([file, source]) => [file, new Set(idsOf(source))]));

test('every case of docs/security.md is in the name of a test in each file that it names', () => {
  expect(rows().size).toBeGreaterThan(20);
  for (const [id, files] of rows()) {
    expect([id, files.length > 0]).toEqual([id, true]);
    for (const file of files) expect([id, file, tested.get(file)?.has(id)]).toEqual([id, file, true]);
  }
});

test('every case that a test is named after is in docs/security.md', () => {
  const listed = rows();
  const missing = [...tested].flatMap(([file, ids]) =>
    [...ids].filter((id) => !listed.has(id)).map((id) => [id, file]),
  );
  expect(missing).toEqual([]);
});
