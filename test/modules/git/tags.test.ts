import {describe, expect, test} from '@jest/globals';

import {addCommit, realGit} from '../../support/git-repository.js';
import {useTempFolders} from '../../support/temp-folder.js';
import {act, fail, place} from './acting.js';
import {useGit} from './git-fixture.js';

const tempFolder = useTempFolders();
const createGit = useGit();

describe('tag', () => {
  test('makes both kinds and lists them with their commits, the latest first', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const first = await realGit(folder, ['rev-parse', 'HEAD']);
    const second = await addCommit(folder, {message: 'Two'}, 1);
    await git.tag({repository, name: 'v1', ref: 'HEAD~1'});
    const {created, tags} = await git.tag({repository, name: 'release/v2', message: '--force, in words\n\n# Why'});
    expect(created).toBe('release/v2');
    expect(tags).toEqual([
      {
        name: 'release/v2',
        hash: second,
        annotated: true,
        message: '--force, in words',
        tagger: 'Ada <ada@example.com>',
        timestamp: expect.any(Number),
      },
      {name: 'v1', hash: first, annotated: false, timestamp: Date.UTC(2024, 0, 1)},
    ]);
    expect(await realGit(folder, ['tag', '-l', '--format=%(contents)', 'release/v2'])).toBe(
      '--force, in words\n\n# Why\n',
    );
    expect(await git.tag({repository, limit: 1})).toMatchObject({tags: [{name: 'release/v2'}], hasMore: true});
  });

  test('that was made goes, one that was deleted comes back as it was, unless it was changed since', async () => {
    const {folder, git, repository} = await place(await tempFolder(), createGit);
    const made = await act(git, 'tag', {repository, name: 'v1', message: 'One'});
    const object = await realGit(folder, ['rev-parse', 'refs/tags/v1']);
    const deleted = await act(git, 'tag', {repository, name: 'v1', delete: true});
    expect(deleted.data).toEqual({tags: [], hasMore: false, deleted: 'v1'});
    expect(await deleted.undo()).toBe('done');
    expect(await realGit(folder, ['rev-parse', 'refs/tags/v1'])).toBe(object);
    await realGit(folder, ['tag', '-f', 'v1', 'HEAD']);
    expect(await made.undo()).toBe('UNDO_REFUSED');
    await realGit(folder, ['update-ref', 'refs/tags/v1', object]);
    expect(await made.undo()).toBe('done');
    expect(await git.tag({repository})).toEqual({tags: [], hasMore: false});
  });

  test('says what it needs', async () => {
    const {base, git, repository} = await place(await tempFolder(), createGit);
    await git.tag({repository, name: 'v1'});
    for (const [input, code] of [
      [{name: 'v1'}, 'RESOURCE_EXISTS'],
      [{name: 'v1', message: 'm'}, 'RESOURCE_EXISTS'],
      [{name: 'v2', delete: true}, 'RESOURCE_NOT_FOUND'],
      [{name: 'v2', ref: 'nowhere'}, 'RESOURCE_NOT_FOUND'],
      [{name: '-d'}, 'INVALID_PARAMETER'],
      [{delete: true}, 'INVALID_PARAMETER'],
      [{message: 'm'}, 'INVALID_PARAMETER'],
      [{name: 'v2', message: ' \n'}, 'INVALID_PARAMETER'],
      [{name: 'v1', delete: true, message: 'm'}, 'INVALID_PARAMETER'],
    ] as const) {
      expect([input, (await fail(git, 'tag', {repository, ...input})).error.code]).toEqual([input, code]);
    }
    const nobody = await createGit(base, {author: undefined});
    const theirs = await nobody.open({path: 'p'});
    expect((await fail(nobody, 'tag', {repository: theirs, name: 'v3', message: 'm'})).error.code).toBe(
      'INVALID_AUTHOR',
    );
    expect(await nobody.tag({repository: theirs, name: 'v3'})).toMatchObject({created: 'v3'});
    const unborn = await git.init({directory: 'unborn'});
    expect((await fail(git, 'tag', {repository: unborn, name: 'v1'})).error.code).toBe('RESOURCE_NOT_FOUND');
  });
});
