import {readFileSync} from 'node:fs';
import {describe, expect, test} from '@jest/globals';
import {errorAliases, errorTable} from 'haft';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

/** The cells of a generated table, without its head. */
function rows(name: string): string[][] {
  const table = new RegExp(`<!-- ${name} -->([\\s\\S]*?)<!-- /${name} -->`).exec(page)?.[1] ?? '';
  const lines = table.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('docs/errors.md', () => {
  test('has every code of the table as it is, and no other (`npm run docs` writes it)', () => {
    const codes = Object.entries(errorTable).map(([code, {message, recoverable, class: kind}]) => [
      code,
      message,
      recoverable ? 'yes' : 'no',
      kind,
    ]);
    expect(rows('error-table')).toEqual(codes);
  });

  test('has every alias, and no other', () => {
    expect(rows('alias-table')).toEqual(
      Object.entries(errorAliases).map(([alias, codes]) => [alias, codes.join(', ')]),
    );
  });
});
