import {existsSync} from 'node:fs';
import {mkdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {submoduleNameProblem, submodulePathProblem, submoduleUrl} from '../../../modules/git/safety/submodules.js';
import {addCommit, makeRepository, realGit} from '../../support/git-repository.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {treeHash} from '../../support/tree-hash.js';
import {failureOf, useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

/** A repository `p` that has the repository `library` as its submodule `library`, at `vendor/library`; and a clone. */
async function createSite(config: Parameters<typeof createGit>[1] = {submodules: ['library']}) {
  const base = await tempFolder();
  const wanted = (await makeRepository(join(base, 'library'), [{message: 'Library', files: {'l.txt': '1\n'}}])).at(-1)!;
  await makeRepository(join(base, 'p'), [{message: 'One', files: {'a.txt': 'a\n'}}]);
  // A relative URL counts from the remote.
  await realGit(join(base, 'p'), ['remote', 'add', 'origin', join(base, 'p')]);
  await realGit(join(base, 'p'), [
    ...['-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', '--name', 'library'],
    ...['--', '../library', 'vendor/library'],
  ]);
  await realGit(join(base, 'p'), ['commit', '--quiet', '-m', 'With the library']);
  const git = await createGit(base, config);
  const repository = await git.clone({url: './p', directory: 'copy'});
  return {base, git, repository, wanted, folder: join(base, 'copy')};
}

describe('submodule', () => {
  test('is listed, and brought when the config opens it by name', async () => {
    const {base, git, repository, wanted, folder} = await createSite();
    const entry = {name: 'library', path: 'vendor/library', url: '../library', open: true, wanted};
    expect(await git.submodule({repository})).toEqual({submodules: [entry]});
    expect(await git.submodule({repository, action: 'update'})).toEqual({
      submodules: [{...entry, hash: wanted}],
      updated: ['library'],
    });
    expect(await readFile(join(folder, 'vendor/library/l.txt'), 'utf8')).toBe('1\n');
    expect(await git.status({repository})).toMatchObject({clean: true});
    expect(await realGit(folder, ['submodule', 'status'])).toMatch(new RegExp(`^ ${wanted} vendor/library`));
    expect(await git.submodule({repository, action: 'update'})).toMatchObject({updated: []});

    const next = await addCommit(join(base, 'library'), {message: 'More', files: {'l.txt': '2\n'}}, 5);
    await realGit(join(base, 'p/vendor/library'), ['pull', '--quiet']);
    await addCommit(join(base, 'p'), {message: 'Newer library'}, 6);
    await git.pull({repository});
    expect(await git.submodule(repository, 'update', ['library'])).toMatchObject({
      submodules: [{wanted: next, hash: next}],
      updated: ['library'],
    });
    const inner = await git.open({path: 'copy/vendor/library'});
    expect((await git.log({repository: inner})).commits.map(({message}) => message)).toEqual(['More', 'Library']);
  });

  test('is brought back from what git has kept of it, with the commits that were made there', async () => {
    const {git, repository, folder, wanted} = await createSite();
    await git.submodule(repository, 'update');
    await realGit(join(folder, 'vendor/library'), ['checkout', '--quiet', '-b', 'own']);
    const own = await addCommit(join(folder, 'vendor/library'), {message: 'Own', files: {'o.txt': 'o\n'}}, 7);
    await rm(join(folder, 'vendor/library'), {recursive: true});
    await git.submodule(repository, 'update');
    expect(await realGit(join(folder, 'vendor/library'), ['rev-parse', 'HEAD', 'own'])).toBe(`${wanted}\n${own}`);
  });

  test('stays closed otherwise, and says how it is opened', async () => {
    const {git, repository, folder} = await createSite({submodules: ['other']});
    expect(await git.submodule({repository, action: 'update'})).toMatchObject({
      updated: [],
      submodules: [{open: false}],
    });
    const failure = await failureOf(git.submodule({repository, action: 'update', names: ['library']}));
    expect(failure).toMatchObject({code: 'PERMISSION_DENIED', outcome: 'not_executed', context: {reason: 'submodule'}});
    expect(failure.suggestions?.[0]).toContain('"library"');
    expect((await failureOf(git.submodule({repository, action: 'update', names: ['x']}))).code).toBe(
      'RESOURCE_NOT_FOUND',
    );
    expect(existsSync(join(folder, '.git/modules'))).toBe(false);
  });

  test('keeps what is in the way', async () => {
    const {git, repository, folder} = await createSite();
    await mkdir(join(folder, 'vendor/library'), {recursive: true});
    await writeFile(join(folder, 'vendor/library/mine.txt'), 'mine');
    expect((await failureOf(git.submodule(repository, 'update'))).code).toBe('INVALID_STATE');
    await rm(join(folder, 'vendor/library/mine.txt'));
    await git.submodule(repository, 'update');
    await writeFile(join(folder, 'vendor/library/l.txt'), 'mine');
    expect(await git.submodule(repository, 'update')).toMatchObject({updated: []});
    expect(await readFile(join(folder, 'vendor/library/l.txt'), 'utf8')).toBe('mine');
  });
});

describe('a submodule that is a trap', () => {
  /** The copy with another `.gitmodules`, and what is wanted at `path`. */
  async function trap(gitmodules: string, path: string) {
    const site = await createSite({submodules: ['*']});
    const marker = join(site.base, 'M');
    await realGit(site.folder, ['update-index', '--force-remove', 'vendor/library']);
    await writeFile(join(site.folder, '.gitmodules'), gitmodules.replaceAll('$MARKER', marker));
    // git itself refuses some of the paths.
    await realGit(site.folder, ['update-index', '--add', '--cacheinfo', `160000,${site.wanted},${path}`]).catch(
      () => '',
    );
    return {...site, marker};
  }
  const entry = (name: string, path: string, url: string, more = ''): string =>
    `[submodule "${name}"]\n\tpath = "${path}"\n\turl = "${url}"\n${more}`;

  const path = 'vendor/library';
  test.each([
    ['CVE-2018-11235: a name that leads out of .git/modules', '../../hooks', path, '../library'],
    ['CVE-2018-17456: a URL that is an option', 'x', path, '-u./payload'],
    ['CVE-2018-17456: a path that is an option', 'x', '-u./payload', '../library'],
    ['CVE-2022-24433: a URL that runs a program', 'x', path, 'ext::sh -c touch% $MARKER'],
    ['GIT05: a path that leads out', 'x', '../out', '../library'],
    ["GIT06: a path in git's own directory", 'x', '.git/hooks', '../library'],
    ['GIT03: a URL outside of what is allowed', 'x', path, '/etc'],
    ['GIT03: a relative URL that leads outside', 'x', path, '../../../../../../etc'],
    ['GIT03: a host that is not allowed', 'x', path, 'ssh://git@127.0.0.1/x'],
  ])('%s', async (_case, name, where, url) => {
    const {git, repository, folder, marker, base} = await trap(entry(name, where, url), where);
    const before = await treeHash(join(base, 'p'));
    const result = await git.getTool('submodule').execute({repository, action: 'update'});
    expect(['PERMISSION_DENIED', 'INVALID_URL']).toContain(!result.success && result.error.code);
    expect(existsSync(marker)).toBe(false);
    expect(existsSync(join(folder, '.git/modules'))).toBe(false);
    expect(await treeHash(join(base, 'p'))).toBe(before);
    expect(await git.submodule({repository})).toHaveProperty('submodules');
  });

  test('CVE-2024-32002: a path or a kept directory that is a link', async () => {
    const {git, repository, folder} = await trap(entry('x', path, '../library'), path);
    await rm(join(folder, 'vendor'), {recursive: true, force: true});
    await symlink('.git', join(folder, 'vendor'));
    expect((await failureOf(git.submodule(repository, 'update'))).code).toBe('PERMISSION_DENIED');
    await rm(join(folder, 'vendor'));
    await mkdir(join(folder, '.git/modules'));
    await symlink('../hooks', join(folder, '.git/modules/x'));
    expect((await failureOf(git.submodule(repository, 'update'))).code).toBe('PERMISSION_DENIED');
    await rm(join(folder, '.git/modules/x'));
    expect(await git.submodule(repository, 'update')).toMatchObject({updated: ['x']});
  });

  test('CVE-2019-1387: a name that leads into what git keeps of another', async () => {
    const {git, repository, folder} = await trap(entry('x', path, '../library'), path);
    await git.submodule(repository, 'update');
    await writeFile(join(folder, '.gitmodules'), entry('x/hooks', 'second', '../library'));
    const head = await realGit(join(folder, 'vendor/library'), ['rev-parse', 'HEAD']);
    await realGit(folder, ['update-index', '--add', '--cacheinfo', `160000,${head},second`]);
    expect((await failureOf(git.submodule(repository, 'update'))).code).toBe('PERMISSION_DENIED');
  });

  test('CVE-2019-19604: a command to update with is not run', async () => {
    const {git, repository, folder, marker} = await trap(
      entry('x', path, '../library', '\tupdate = "!touch $MARKER"\n'),
      path,
    );
    await realGit(folder, ['config', 'submodule.x.update', `!touch ${marker}`]);
    expect(await git.submodule(repository, 'update')).toMatchObject({updated: ['x']});
    expect(existsSync(marker)).toBe(false);
  });

  test('that has submodules of its own brings none of them', async () => {
    const {git, repository, folder, base} = await createSite({submodules: ['*']});
    await writeFile(join(base, 'library/.gitmodules'), entry('inner', 'inner', '../p'));
    await realGit(join(base, 'library'), [
      ...['update-index', '--add', '--cacheinfo'],
      `160000,${await realGit(join(base, 'p'), ['rev-parse', 'HEAD'])},inner`,
    ]);
    await realGit(join(base, 'library'), ['add', '.gitmodules']);
    await realGit(join(base, 'library'), ['commit', '--quiet', '-m', 'Nested']);
    await realGit(join(base, 'p/vendor/library'), ['-c', 'submodule.recurse=false', 'pull', '--quiet']);
    await realGit(join(base, 'p'), ['commit', '--quiet', '-am', 'Nested']);
    await git.pull({repository});
    await git.submodule(repository, 'update');
    expect(existsSync(join(folder, 'vendor/library/l.txt'))).toBe(true);
    expect(existsSync(join(folder, 'vendor/library/inner/.git'))).toBe(false);
  });

  test('is found by its name and its path alone', () => {
    for (const name of ['', '-x', '../x', 'x/../y', 'x/..', '/x', 'x\\..\\y', 'C:x', 'x\ny', './x']) {
      expect([name, submoduleNameProblem(name)]).toEqual([name, expect.any(String)]);
    }
    for (const way of [
      '',
      '-x',
      '../x',
      'x/../..',
      '/x',
      '.',
      './x',
      '.git',
      'x/.GIT/y',
      'git~1/x',
      '.git./x',
      'x\\y',
    ]) {
      expect([way, submodulePathProblem(way)]).toEqual([way, expect.any(String)]);
    }
    for (const good of ['library', 'vendor/library', 'a.b-c_d', 'x..y']) {
      expect([submoduleNameProblem(good), submodulePathProblem(good)]).toEqual([undefined, undefined]);
    }
  });

  test.each([
    ['../b', 'https://h/o/a', 'https://h/o/b'],
    ['../../x/b', 'https://h/o/a.git/', 'https://h/x/b'],
    ['./b', 'git@h:o/a', 'git@h:o/a/b'],
    ['../b', 'git@h:o/a', 'git@h:o/b'],
    ['../b', '/srv/a', '/srv/b'],
    ['https://h/b', undefined, 'https://h/b'],
  ])('has the URL %j beside %j as %j', (url, own, expected) => expect(submoduleUrl(url, own, 'x')).toBe(expected));

  test('has no URL that leads out of the host of the repository', () => {
    for (const [url, own] of [
      ['../../../b', 'https://h/o/a'],
      ['../b', undefined],
    ] as const) {
      expect(() => submoduleUrl(url, own, 'x')).toThrow('not allowed');
    }
  });
});
