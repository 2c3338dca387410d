import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {treeHash} from '../../support/tree-hash.js';
import {haft, haftJson} from '../run-haft.js';

const tempFolder = useTempFolders();
const thisRepository = process.cwd();
/** ms for a whole demo, and on a busy machine two. */
const patience = 120_000;

/** Names and subjects that would do something, were they not escaped. */
const hostile = [
  '<script>alert(1)</script> <script@example.com>',
  'A | B <pipe@example.com>',
  '[link](javascript:alert(1)) *bold* `code` <link@example.com>',
  '日本語の名前 <cjk@example.com>',
];

async function hostileRepository(folder: string): Promise<string> {
  const path = join(folder, 'project');
  await makeRepository(path);
  for (let index = 0; index < 14; index++) {
    await addCommit(path, {
      author: hostile[index % (index < 8 ? 4 : 2)]!,
      date: new Date(Date.UTC(2026, 0, 5 + index * 3, 12)).toISOString().replace('.000', ''),
      message: `Change ${index} <img src=x onerror=alert(1)> | "quoted" & http://example.com`,
      files: {[`dir|${index % 3}/file.txt`]: `${index}\n`.repeat(index + 1), '<b>.md': `${index}\n`},
    });
  }
  return path;
}

/** `git shortlog -sn`: commits by author, most first. */
async function shortlog(repository: string): Promise<{name: string; commits: number}[]> {
  const lines = (
    await realGit(repository, ['shortlog', '-sn', 'HEAD'], {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    })
  ).split('\n');
  return lines.map((line) => {
    const [, commits = '', name = ''] = /^\s*(\d+)\t(.*)$/.exec(line) ?? [];
    return {name, commits: Number(commits)};
  });
}

const byName = <T extends {name: string}>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : 1));

async function assertNothingButText(out: string): Promise<void> {
  expect((await readdir(out)).sort()).toEqual(['chart.svg', 'report.html', 'report.md']);
  const [svg, html, markdown] = await Promise.all(
    ['chart.svg', 'report.html', 'report.md'].map((file) => readFile(join(out, file), 'utf8')),
  );
  expect(html!.match(/<(script|img|a|b|code)\b/g)).toBeNull();
  expect(svg!.match(/<(script|img|image|a|foreignObject)\b/g)).toBeNull();
  // Of authors, weeks, places and commits: each row has all of its cells, and the name as it is.
  const cells = [...html!.matchAll(/<tr>\n((?:<td[^>]*>.*<\/td>\n)+)<\/tr>/g)].map(
    ([, row = '']) => row.trim().split('\n').length,
  );
  expect(new Set(cells)).toEqual(new Set([7, 6, 5, 4]));
  expect(html).toContain('<td>A | B</td>');
  expect(html).toContain('<td>[link](javascript:alert(1)) *bold* `code`</td>');
  expect(html).toContain('Change 13 &lt;img src=x onerror=alert(1)&gt; | &quot;quoted&quot; &amp; http://example.com');
  expect(html).toContain('<td>dir|1/</td>');
  expect(markdown).toContain(String.raw`| A \| B |`);
  expect(markdown).toContain('![Commits per week and lines changed by folder](chart.svg)');
}

describe('haft demo', () => {
  test(
    'reports who changed what and when in a real repository, shows every step of it, and lets the text of others be nothing but text',
    async () => {
      const cwd = await tempFolder();
      const repository = await hostileRepository(cwd);
      const before = await treeHash(repository);

      const {code, document, stderr} = await haftJson(['demo', 'project', '--out', 'out'], {cwd});

      expect(code).toBe(0);
      expect(await treeHash(repository)).toBe(before);
      expect(document).toMatchObject({
        ok: true,
        repository: {name: 'project', kind: 'given'},
        commits: 14,
        handles: {left: 0},
      });
      expect(document.expectations.every(({met}) => met)).toBe(true);
      // Five of files and the repository, two tables, and the rows of the one that has a key.
      expect(document.handles.before).toMatchObject({git_repository: 1, undo: 8});

      const counted = await shortlog(repository);
      expect(byName(document.authors.map(({name, commits}) => ({name, commits})))).toEqual(byName(counted));
      expect(document.weeks[0]).toEqual({start: '2026-01-05', commits: 3});
      expect(document.weeks.reduce((sum, {commits}) => sum + commits, 0)).toBe(14);

      expect(document.failure).toMatchObject({
        code: 'PERMISSION_DENIED',
        outcome: 'not_executed',
        suggestions: [expect.any(String)],
      });
      expect(document.trace.map(({tool}) => tool)).toEqual(
        expect.arrayContaining([
          'git.clone',
          'git.log',
          'db.insert',
          'db.query',
          'fs.write',
          'markdown.render',
          'git.add',
          'git.commit',
          'git.commit:undo',
          'git.status',
        ]),
      );
      expect(document.trace.filter(({success}) => !success)).toEqual([
        expect.objectContaining({tool: 'fs.write', code: 'PERMISSION_DENIED'}),
      ]);
      expect(stderr).toMatch(/^ {2}2 {2}Clone the repository/m);

      await assertNothingButText(join(cwd, 'out'));
    },
    patience,
  );

  test(
    'counts this repository as git does',
    async () => {
      const cwd = await tempFolder();

      const {code, document} = await haftJson(['demo', thisRepository], {cwd});

      expect(code).toBe(0);
      const counted = await shortlog(thisRepository);
      expect(document.commits).toBe(counted.reduce((sum, {commits}) => sum + commits, 0));
      expect(byName(document.authors.map(({name, commits}) => ({name, commits})))).toEqual(byName(counted));
      const markdown = await readFile(join(cwd, 'report/report.md'), 'utf8');
      for (const {name, commits} of counted)
        expect(markdown).toMatch(new RegExp(`^\\| ${name} \\| ${commits} \\|`, 'm'));
    },
    patience,
  );

  test(
    'makes a repository where there is no history, the same and the same report every time, and tells people what it does',
    async () => {
      const [plain, littleHistory] = [await tempFolder(), await tempFolder()];
      await makeRepository(littleHistory, [{message: 'The only one', files: {'a.txt': 'a\n'}}]);

      const {code, stdout, stderr} = await haft(['demo', '--out', 'out'], {cwd: plain});
      const {document} = await haftJson(['demo', '--out', 'out'], {cwd: littleHistory});

      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      expect(stdout).toContain('A repository made for this: this folder is in no git repository');
      expect(stdout).toMatch(/^ {2}TOOL +AT +TOOK +OUTCOME$/m);
      expect(stdout).toMatch(/^ {2}git\.clone +\d+ ms +\d+ ms {2}ok$/m);
      expect(stdout).toMatch(/^ {2}fs\.write +\d+ ms +\d+ ms {2}PERMISSION_DENIED \(not_executed\)$/m);
      expect(stdout).toContain('→ Give a path inside basePath');
      expect(stdout).toContain('handles left: 0');
      expect(stdout).not.toContain('MISSED');
      expect(stdout).toContain(join('out', 'report.html'));

      expect(document.repository).toEqual({
        name: 'tide-clock',
        kind: 'made',
        reason: 'the repository of this folder has only 1 commit',
      });
      expect(document.authors).toHaveLength(4);
      expect(document.weeks.length).toBeGreaterThan(4);
      expect(document.authors[0]).toEqual({name: 'Inés Duarte', commits: 9, share: '40.9'});
      for (const file of ['chart.svg', 'report.html', 'report.md']) {
        expect(await readFile(join(plain, 'out', file), 'utf8')).toBe(
          await readFile(join(littleHistory, 'out', file), 'utf8'),
        );
      }
    },
    patience,
  );

  test(
    'takes the repository of this folder, from a folder in a linked working tree too, and finds a free name in it',
    async () => {
      const cwd = await tempFolder();
      const repository = await hostileRepository(cwd);
      await addCommit(repository, {message: 'A report of our own', files: {'haft-report/report.md': 'ours\n'}}, 20);
      await realGit(repository, ['worktree', 'add', '--quiet', join(cwd, 'linked')]);

      const {code, document} = await haftJson(['demo', '-o', join(cwd, 'out')], {cwd: join(cwd, 'linked', 'dir|1')});

      expect(code).toBe(0);
      expect(document).toMatchObject({ok: true, commits: 15, repository: {name: 'linked', kind: 'current'}});
    },
    patience,
  );

  test(
    'works on a bare and shallow clone',
    async () => {
      const cwd = await tempFolder();
      const repository = await hostileRepository(cwd);
      await realGit(cwd, ['clone', '--quiet', '--bare', '--depth', '3', `file://${repository}`, 'bare.git']);

      const {code, document} = await haftJson(['demo', 'bare.git'], {cwd});

      expect(code).toBe(0);
      expect(document).toMatchObject({commits: 3, repository: {name: 'bare', kind: 'given'}});
    },
    patience,
  );

  test(
    'keeps HTML out of the page that a renderer of another config lets through',
    async () => {
      const config = JSON.parse(await readFile('configs/demo/haft.config.json', 'utf8')) as {
        modules: Record<string, object>;
      };
      const render = {
        method: 'basename',
        input: {markdown: 'string'},
        args: ['{markdown}'],
        transform: {output: {html: String.raw`"<p onclick=x>a</p><script>alert(1)</script><h1>ok</h1>"`}},
      };
      const modules = {
        ...config.modules,
        markdown: {wrap: {type: 'node_module', module: 'path', tools: {render}}},
        decimal: {wrap: join(process.cwd(), 'configs/decimal.json')},
      };
      const cwd = await tempFolder({'mine.json': JSON.stringify({...config, modules})});

      const {code, stderr} = await haft(['demo', '--config', 'mine.json'], {cwd});

      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      const html = await readFile(join(cwd, 'report/report.html'), 'utf8');
      expect(html).toContain('&lt;p onclick=x>a</p>&lt;script>alert(1)&lt;/script><h1>ok</h1>');
    },
    patience,
  );

  test.each([
    ['a path that is not there', ['demo', 'nowhere'], "There is no git repository at 'nowhere'"],
    ['a folder without a repository', ['demo', 'plain'], "There is no git repository at 'plain'"],
    ['a file', ['demo', 'plain/a.txt'], "There is no git repository at 'plain/a.txt'"],
    ['a repository without commits', ['demo', 'empty'], "The repository at 'empty' has no commits yet"],
    ['a folder for the report that is a file', ['demo', '--out', 'plain/a.txt'], 'there is a file of this name'],
    ['an unknown option', ['demo', '--otu', 'x'], "Did you mean '--out'?"],
    ['two paths', ['demo', 'a', 'b'], "received also 'b'"],
  ])('answers %s with a message and exit code 2', async (_what, argv, message) => {
    const cwd = await tempFolder({'plain/a.txt': ''});
    await makeRepository(join(cwd, 'empty'));

    const {code, stdout, stderr} = await haft(argv, {cwd});

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  test('ends when it is interrupted, with its own exit code', async () => {
    const {code, stderr} = await haft(['demo'], {cwd: await tempFolder(), signal: AbortSignal.abort()});

    expect(code).toBe(130);
    expect(stderr).toContain('OPERATION_CANCELLED');
  });
});
