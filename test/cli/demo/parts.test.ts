import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {marked} from 'marked';
import {renderChart} from '../../../src/cli/demo/chart.js';
import {escapeHtml, escapeMarkdown} from '../../../src/cli/demo/escape.js';
import {lastWeeks} from '../../../src/cli/demo/history.js';
import type {Commit} from '../../../src/cli/demo/history.js';
import {keepReportTags, renderPage} from '../../../src/cli/demo/page.js';
import {renderReport} from '../../../src/cli/demo/report.js';
import {summarize, weekOf} from './summarize.js';

const day = (text: string): number => Date.parse(`${text}T12:00:00Z`);

function commit(author: string, date: string, files: Readonly<Record<string, [number, number]>> = {}): Commit {
  const changes = Object.entries(files).map(([path, [insertions, deletions]]) => ({path, insertions, deletions}));
  return {
    hash: 'f'.repeat(40),
    shortHash: 'fffffff',
    author,
    timestamp: day(date),
    message: `By ${author}`,
    files: changes,
  };
}

const commits = [
  commit('Grace', '2026-01-27', {'src/a.ts': [5, 2], 'README.md': [1, 0]}),
  commit('Ada', '2026-01-11', {'src/b.ts': [10, 0]}),
  commit('Ada', '2026-01-05', {'src/a.ts': [3, 0], 'docs/x.md': [4, 0]}),
];

describe('the count', () => {
  const history = summarize(commits);

  test('is of people, most commits first', () => {
    expect(history.authors).toEqual([
      {name: 'Ada', commits: 2, insertions: 17, deletions: 0, first: '2026-01-05', last: '2026-01-11'},
      {name: 'Grace', commits: 1, insertions: 6, deletions: 2, first: '2026-01-27', last: '2026-01-27'},
    ]);
  });

  test('is of weeks from Monday to Sunday', () => {
    expect(weekOf(Date.parse('2026-01-11T23:59:59Z'))).toBe('2026-01-05');
    expect(weekOf(Date.parse('2026-01-12T00:00:00Z'))).toBe('2026-01-12');
    expect(history.weeks.map(({start, commits: count}) => [start, count])).toEqual([
      ['2026-01-05', 2],
      ['2026-01-26', 1],
    ]);
    expect(lastWeeks(history, 3).map(({start, commits: count}) => [start, count])).toEqual([
      ['2026-01-12', 0],
      ['2026-01-19', 0],
      ['2026-01-26', 1],
    ]);
    expect(lastWeeks(history, 26)).toHaveLength(4);
  });

  test('is of folders and files, most lines first, with who changed most', () => {
    expect(
      history.folders.map(({path, insertions, deletions, mostly, people}) => [
        path,
        insertions,
        deletions,
        mostly,
        people,
      ]),
    ).toEqual([
      ['src/', 18, 2, 'Ada', 2],
      ['docs/', 4, 0, 'Ada', 1],
      ['./', 1, 0, 'Grace', 1],
    ]);
    expect(history.files.map(({path}) => path)).toEqual(['src/a.ts', 'src/b.ts', 'docs/x.md', 'README.md']);
  });

  test('of nothing is refused', () => {
    expect(() => summarize([])).toThrow('There are no commits to count');
  });

  test('takes commits without files', () => {
    const {files: _files, ...merge} = commit('Ada', '2026-02-01');

    expect(summarize([merge])).toMatchObject({commits: 1, insertions: 0, folders: [], files: []});
  });
});

describe('the picture', () => {
  test('is well-formed, whatever people and folders are called', () => {
    fc.assert(
      fc.property(
        fc.string({unit: 'binary', minLength: 1}),
        fc.string({unit: 'binary', minLength: 1}),
        (author, folder) => {
          const svg = renderChart(summarize([commit(author, '2026-01-05', {[`${folder}/a`]: [1, 1]})]));
          expectWellFormed(svg);
          expect([...new Set([...svg.matchAll(/<([a-z]+)/g)].map(([, name]) => name))].sort()).toEqual([
            'line',
            'rect',
            'style',
            'svg',
            'text',
            'title',
          ]);
        },
      ),
    );
  });

  test('has a bar for every author of a week, and a name for each', () => {
    const svg = renderChart(summarize(commits));

    expect(svg).toContain('<title>Ada: 2 in the week of 2026-01-05</title>');
    expect(svg).toContain('<title>Grace: 1 in the week of 2026-01-26</title>');
    expect(svg).toContain('>Jan 5</text>');
    expect(svg).toContain('aria-label="3 commits by 2 people from 2026-01-05 to 2026-01-27"');
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  test('puts those with fewest commits together', () => {
    const many = Array.from({length: 12}, (_, index) => commit(`Person ${index}`, '2026-01-05', {a: [1, 0]}));
    const svg = renderChart(summarize(many));

    expect(svg).toContain('<title>others: 7 in the week of 2026-01-05</title>');
    expect(svg.match(/height="12" rx="2"/g)).toHaveLength(6);
  });

  test('stays in its frame for any history', () => {
    const one = fc.record({
      author: fc.constantFrom(
        'Ada',
        'Grace',
        'A person with quite a long name indeed',
        'Linus',
        'Margaret',
        'Ken',
        'Barbara',
      ),
      day: fc.integer({min: 0, max: 2000}),
      lines: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)),
    });
    fc.assert(
      fc.property(fc.array(one, {minLength: 1, maxLength: 60}), (items) => {
        const start = day('2020-01-01');
        const history = summarize(
          items.map(({author, day: offset, lines}) => ({
            ...commit(author, '2020-01-01', {'a/b': lines}),
            timestamp: start + offset * 86_400_000,
          })),
        );
        const svg = renderChart(history);
        const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
        for (const [, x = '', y = '', w = '', h = ''] of svg.matchAll(
          /<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/g,
        )) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(w)).toBeGreaterThan(0);
          expect(Number(h)).toBeGreaterThan(0);
          expect(Number(x) + Number(w)).toBeLessThanOrEqual(Number(width));
          expect(Number(y) + Number(h)).toBeLessThanOrEqual(Number(height));
        }
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }),
      {numRuns: 50},
    );
  });
});

describe('text of others', () => {
  const shape = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.string({unit: fc.constantFrom(...Array.from('<>&|\\`*_[]()#!~$:/@.-+1 \n\tab"\'^={}'))}),
    fc.constantFrom(
      '<script>alert(1)</script>',
      'a|b',
      '\\|',
      'https://a.b',
      'www.a.b',
      'a@b.cc',
      '- x',
      '1. x',
      '![x](y)',
      '&lt;',
      '&#60;',
      '~~x~~',
      'x  ',
      '[^1]',
      '==x==',
    ),
  );

  test('comes through Markdown and a table as it was', () => {
    fc.assert(
      fc.property(shape, (text) => {
        const html = marked.parse(`| a | b |\n| --- | --- |\n| ${escapeMarkdown(text)} | end |\n`, {async: false});
        const cells = [...html.matchAll(/<td>(.*)<\/td>/g)].map(([, cell = '']) => cell);
        expect(cells).toHaveLength(2);
        expect(cells[0]).not.toMatch(/<[^b]|<b[^r]/);
        expect(decode(cells[0]!)).toBe(seen(text));
      }),
      {numRuns: 500},
    );
  });

  test('is a heading and nothing else in a heading', () => {
    fc.assert(
      fc.property(shape, (text) => {
        const html = marked.parse(`# x ${escapeMarkdown(text)} y\n`, {async: false});
        expect(html).toMatch(/^<h1>[^<]*<\/h1>\n$/);
      }),
      {numRuns: 500},
    );
  });

  test('is text in HTML, and in an attribute', () => {
    fc.assert(
      fc.property(shape, (text) => expect(escapeHtml(text)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)),
    );
  });
});

describe('the page', () => {
  test('keeps the tags of a report and makes text of all others', () => {
    const kept = '<h1>a</h1>\n<p><strong>b</strong> <em>c</em></p>\n<td align="right">1</td>';
    expect(keepReportTags(kept)).toBe(kept);
    expect(keepReportTags('<img src=x onerror=y><a href="javascript:x">z</a><td onclick="x">')).toBe(
      '&lt;img src=x onerror=y>&lt;a href="javascript:x">z&lt;/a>&lt;td onclick="x">',
    );
    expect(keepReportTags('<script>x</script>')).toBe('&lt;script>x&lt;/script>');
  });

  test('is whole, runs nothing and holds the picture', () => {
    const history = summarize(commits);
    const svg = renderChart(history);
    const markdown = renderReport(history, {
      repository: 'a & b',
      shares: new Map([['Ada', '66.7']]),
      weekNames: new Map([['2026-01-05', '2026-W02']]),
      chart: 'chart.svg',
    });
    const html = renderPage({
      title: '</title><script>',
      html: marked.parse(markdown, {async: false}),
      svg,
      chart: 'chart.svg',
    });

    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('<figure>\n<svg ');
    expect(html).not.toContain('<img');
    expect(html).toContain('<td align="right">66.7 %</td>');
    expect(html).toContain('<td>2026-W02</td>');
    expect(html).toContain('<h1>a &amp; b: who changed what, and when</h1>');
  });
});

/** What of a text is meant to be seen: on one line, without characters that nobody sees. */
function seen(text: string): string {
  return (
    text
      // What the report leaves out
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, '\ufffd')
      .trim()
  );
}

function decode(html: string): string {
  const names: Record<string, string> = {lt: '<', gt: '>', quot: '"', amp: '&'};
  return html.replace(/&(?:(lt|gt|quot|amp)|#(\d+));/g, (_whole, name: string | undefined, code: string) =>
    name === undefined ? String.fromCodePoint(Number(code)) : names[name]!,
  );
}

/** Every element is closed in order, and no bracket or ampersand stands alone. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-z]+)((?:\s+[a-zA-Z0-9-]+="[^"<]*")*)\s*(\/?)>/g,
    (_tag, end: string, name: string, _attributes, empty: string) => {
      if (end !== '') expect(open.pop()).toBe(name);
      else if (empty === '') open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
  // XML has no place for them
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
}
