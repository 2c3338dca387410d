import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {parseBlame} from '../../../modules/git/parsers/blame.js';
import {parseObjects} from '../../../modules/git/parsers/objects.js';
import {parseStashes} from '../../../modules/git/parsers/stashes.js';
import {parseTags} from '../../../modules/git/parsers/tags.js';
import {parseTree} from '../../../modules/git/parsers/tree.js';

const [one, two] = ['1'.repeat(40), '2'.repeat(40)];

describe('parseBlame', () => {
  test('takes what is said of a commit from where it comes first', () => {
    const said = (name: string, mail: string, time: number, summary: string): string[] => [
      `author ${name}`,
      `author-mail <${mail}>`,
      `author-time ${String(time)}`,
      'author-tz +0000',
      `summary ${summary}`,
      'filename a.txt',
    ];
    const output = [
      `${one} 1 1 1`,
      ...said('Ada L.', 'ada@example.com', 1_700_000_000, 'Begin: a'),
      '\tfirst',
      `${two} 9 2 1`,
      ...said('Bob', 'bob@example.com', 1_700_000_060, 'More'),
      '\t\tindented',
      `${one} 3 3`,
      '\t',
      '',
    ].join('\n');
    const ada = {
      hash: one,
      author: 'Ada L.',
      email: 'ada@example.com',
      timestamp: 1_700_000_000_000,
      summary: 'Begin: a',
    };
    expect(parseBlame(output)).toEqual([
      {line: 1, content: 'first', ...ada},
      {
        line: 2,
        content: '\tindented',
        ...{hash: two, author: 'Bob', email: 'bob@example.com', timestamp: 1_700_000_060_000, summary: 'More'},
      },
      {line: 3, content: '', ...ada},
    ]);
  });

  test('takes a line that looks like a header for the line it is', () => {
    const output = `${one} 1 1 1\nauthor A\nsummary s\nfilename f\n\t${two} 1 1 1\n`;
    expect(parseBlame(output)).toMatchObject([{line: 1, hash: one, content: `${two} 1 1 1`}]);
  });

  test('of nothing is nothing', () => {
    expect(parseBlame('')).toEqual([]);
  });
});

describe('parseTree', () => {
  test('tells files, links, directories and submodules apart, with any name', () => {
    const output = [
      `100644 blob ${one}       5\ta file\nwith\ttabs`,
      `100755 blob ${one}      12\trun`,
      `120000 blob ${two}       3\tlink`,
      `040000 tree ${two}       -\tfolder`,
      `160000 commit ${two}       -\tsub`,
      '',
    ].join('\0');
    expect(parseTree(output)).toEqual([
      {path: 'a file\nwith\ttabs', kind: 'file', hash: one, executable: false, size: 5},
      {path: 'run', kind: 'file', hash: one, executable: true, size: 12},
      {path: 'link', kind: 'link', hash: two, executable: false, size: 3},
      {path: 'folder', kind: 'directory', hash: two, executable: false},
      {path: 'sub', kind: 'submodule', hash: two, executable: false},
    ]);
  });
});

describe('parseTags', () => {
  test('names the commit of both kinds', () => {
    const lines = [
      ['refs/tags/v2', 'tag', one, two, '1700000000', 'Ada <ada@example.com>', 'Second'].join('\0'),
      ['refs/tags/old/v1', 'commit', one, '', '1600000000', ' ', 'Message of the commit'].join('\0'),
      '',
    ];
    expect(parseTags(lines.join('\n'))).toEqual([
      {
        name: 'v2',
        hash: two,
        annotated: true,
        message: 'Second',
        tagger: 'Ada <ada@example.com>',
        timestamp: 1_700_000_000_000,
      },
      {name: 'old/v1', hash: one, annotated: false, timestamp: 1_600_000_000_000},
    ]);
  });
});

describe('parseStashes', () => {
  test('counts from the latest', () => {
    expect(parseStashes(`${one}\0On main: b\x001700000060\0${two}\0WIP on main: a\x001700000000\0`)).toEqual([
      {index: 0, hash: one, message: 'On main: b', timestamp: 1_700_000_060_000},
      {index: 1, hash: two, message: 'WIP on main: a', timestamp: 1_700_000_000_000},
    ]);
    expect(parseStashes('')).toEqual([]);
  });
});

describe('parseObjects', () => {
  test('gives every content back, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({maxLength: 40})), (contents) => {
        const parts = contents.flatMap((bytes) => [
          Buffer.from(`${one} blob ${String(bytes.length)}\n`),
          bytes,
          Buffer.from('\n'),
        ]);
        expect(parseObjects(Buffer.concat(parts)).map((bytes) => [...bytes])).toEqual(
          contents.map((bytes) => [...bytes]),
        );
      }),
    );
  });

  test('reads one that is missing as empty', () => {
    expect(parseObjects(Buffer.from(`${one} missing\n${two} blob 1\nx\n`)).map(String)).toEqual(['', 'x']);
  });
});
