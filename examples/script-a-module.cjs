// A person scripts two modules: a repository is made, a file written, committed, and the commit taken back.
const {mkdtemp, rm} = require('node:fs/promises');
const {tmpdir} = require('node:os');
const {join} = require('node:path');
const {FileSystemModuleDefinition, GitModuleDefinition, Runtime} = require('haft');

async function main() {
  const basePath = await mkdtemp(join(tmpdir(), 'haft-example-'));
  const runtime = new Runtime();
  const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'}, runtime);
  const git = await GitModuleDefinition.create({basePath, author: 'Ada <ada@example.com>'}, runtime);
  try {
    const repository = await git.init({directory: 'notes'});
    const repo = git.focus({repository});

    await fs.write('notes/first.md', '# First\n');
    await repo.add(['first.md']);
    await repo.commit('Write the first note');

    await fs.write('notes/second.md', '# Second\n');
    await repo.add(['second.md']);
    const result = await git.getTool('commit').execute({repository, message: 'Write the second note'});
    if (!result.success) throw new Error(result.error.message);
    console.log('committed', result.data.hash.slice(0, 7), result.data.files);

    const undone = await runtime.undo(result.metadata.undo);
    const {commits} = await git.log({repository});
    console.log('taken back:', undone.success, '- commits now:', commits.length);
  } finally {
    await git.cleanup();
    await fs.cleanup();
    await rm(basePath, {recursive: true});
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
