import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {anchorsOf, linksOf, usedDefinitions} from './links.js';
import {pages} from './snippets.js';

const root = resolve(import.meta.dirname, '../..');
const all = pages(root);
const isOutside = (target: string): boolean => /^[a-z]+:/.test(target);

/** What is wrong with a relative link, if anything. */
function problemOf(page: string, text: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, page) : join(root, dirname(page), path);
  if (!existsSync(file)) return `there is no ${relative(root, file)}`;
  if (anchor === undefined) return undefined;
  const there = path === '' ? text : readFileSync(file, 'utf8');
  return anchorsOf(there).has(anchor) ? undefined : `${relative(root, file)} has no heading #${anchor}`;
}

describe('links of the docs', () => {
  test.each(all.map(({page, text}): [string, string] => [page, text]))(
    '%s leads only to what is there',
    (page, text) => {
      const problems = linksOf(text)
        .filter(({target}) => !isOutside(target))
        .map(({target}) => [target, problemOf(page, text, target)])
        .filter(([, problem]) => problem !== undefined);
      expect(problems).toEqual([]);
    },
  );

  test.each(all.map(({page, text}): [string, string] => [page, text]))(
    '%s defines the links it names',
    (_page, text) => {
      const defined = new Set([...text.matchAll(/^\[([^\]]+)\]: \S+$/gm)].map(([, name]) => name));
      expect(usedDefinitions(text).filter((name) => !defined.has(name))).toEqual([]);
    },
  );

  test('other sites are named by https', () => {
    const others = all.flatMap(({text}) => linksOf(text)).filter(({target}) => isOutside(target));
    expect(others.filter(({target}) => !target.startsWith('https://'))).toEqual([]);
  });

  test('docs/README.md leads to every page of docs: decisions by their folder, the reference and the gallery by their own lists', () => {
    const listed = (page: string): string[] =>
      linksOf(all.find((one) => one.page === page)?.text ?? '').map(({target}) =>
        join(dirname(page), target.split('#')[0] ?? ''),
      );
    const lists = ['docs/README.md', 'docs/reference/README.md', 'docs/gallery/README.md'];
    const found = new Set(lists.flatMap(listed));
    const missing = all.map(({page}) => page).filter((page) => !found.has(page) && !found.has(`${dirname(page)}/`));
    expect(missing.filter((page) => !['README.md', 'docs/README.md'].includes(page))).toEqual([]);
  });

  test('a broken link and a broken anchor are seen', () => {
    expect(problemOf('docs/errors.md', '', 'nowhere.md')).toBe('there is no docs/nowhere.md');
    expect(problemOf('docs/errors.md', '## Codes\n', '#outcomes')).toBe('docs/errors.md has no heading #outcomes');
    expect(problemOf('docs/errors.md', '## Codes\n', '#codes')).toBeUndefined();
  });
});
