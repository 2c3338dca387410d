import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {FileSystemModuleDefinition, GitModuleDefinition} from 'haft';
import {makeRepository, realGit} from '../support/git-repository.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

/** A folder to work in, with a repository of one commit beside it that may be cloned. */
async function workspace(): Promise<{basePath: string; url: string}> {
  const basePath = await tempFolder({});
  const url = join(basePath, 'origin');
  await makeRepository(url, [{message: 'First', files: {'README.md': '# Origin\n'}}]);
  return {basePath, url};
}

const allowed = {author: 'Agent <agent@example.com>', allowedProtocols: ['https', 'file']} as const;

describe('S1: basic usage, steps 1 to 7 (004:1976)', () => {
  test('runs as it stands', async () => {
    const {basePath, url} = await workspace();

    // 1. Create ModuleInstances using ModuleDefinitions
    const gitInstance = await GitModuleDefinition.create({...allowed, gitPath: 'git', basePath});
    const fsInstance = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});

    // 2. Get Tools by name from ModuleInstance
    const cloneTool = gitInstance.getTool('clone');
    const commitTool = gitInstance.getTool('commit');
    const readTool = fsInstance.getTool('read');
    const writeTool = fsInstance.getTool('write');

    // 3. Use Tools - execute with JSON input
    const repository = await cloneTool.execute({url, directory: './my-repo'});
    expect(!repository.success).toBe(false);

    // 4. Check Tool metadata
    const cloneMetadata = cloneTool.getMetadata();
    expect(cloneMetadata.description).toBe('Clone a repository');
    expect(Object.keys(cloneMetadata.input)).toEqual(expect.arrayContaining(['url', 'directory']));

    // 5. Chain Tools using outputs (opaque objects)
    await writeTool.execute({path: 'my-repo/new.txt', content: 'new'});
    expect(await readTool.execute({path: 'my-repo/new.txt'})).toMatchObject({success: true, data: {content: 'new'}});
    await gitInstance.add({repository});
    const commit = await commitTool.execute({repository, message: 'Initial commit'});
    expect(commit).toMatchObject({
      success: true,
      data: {hash: await realGit(join(basePath, 'my-repo'), ['rev-parse', 'HEAD'])},
    });

    // 6. Handle errors
    const badResult = await cloneTool.execute({url: 'invalid-url'});
    expect(badResult).toMatchObject({
      success: false,
      error: {code: 'INVALID_URL', message: expect.stringMatching(/invalid-url/)},
    });

    // 7. Cleanup ModuleInstance when done
    if (gitInstance.cleanup) await gitInstance.cleanup();
    if (fsInstance.cleanup) await fsInstance.cleanup();
    expect(gitInstance.runtime.handles.list()).toEqual([]);
  });
});

describe('S3: the method analogy (004:112)', () => {
  test('a repository is cloned, checked out, added to, committed and pushed by its path', async () => {
    const {basePath, url} = await workspace();
    await realGit(basePath, ['clone', '--quiet', '--bare', 'origin', 'bare.git']);
    const git = await GitModuleDefinition.create({...allowed, basePath});

    const repo = git.repository(join(basePath, 'path'));
    await repo.clone(join(basePath, 'bare.git'));
    await repo.checkout('main');
    await writeFile(join(basePath, 'path/README.md'), '# Changed\n');
    await repo.add(['README.md']);
    await repo.commit('Update');
    await repo.push('origin', 'main');

    expect(await realGit(join(basePath, 'bare.git'), ['log', '--format=%s', 'main'])).toBe('Update\nFirst');
    expect(url).toBe(join(basePath, 'origin'));
    await git.cleanup();
  });
});

describe('S4: the focus concept (004:830)', () => {
  test('a handle goes from clone to status to commit', async () => {
    const {basePath, url} = await workspace();
    const git = await GitModuleDefinition.create({...allowed, basePath});

    const repository = await git.clone({url, directory: 'copy'});
    await writeFile(join(basePath, 'copy/README.md'), '# Changed\n');
    await writeFile(join(basePath, 'copy/file2.js'), '');
    const status = await git.status({repository});
    expect(status).toMatchObject({modified: ['README.md'], untracked: ['file2.js']});

    await git.add({repository, files: ['README.md']});
    const commit = await git.commit({repository, message: 'Update files'});
    expect(commit).toMatchObject({message: 'Update files', files: ['README.md']});
    expect(await readFile(join(basePath, 'origin/README.md'), 'utf8')).toBe('# Origin\n');
    await git.cleanup();
  });
});
