// A merge that meets a conflict is told as such, seen by a watcher, and taken back; then a file is read from the middle.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {FileSystemModuleDefinition, GitModuleDefinition, Runtime} from 'haft';

const basePath = await mkdtemp(join(tmpdir(), 'haft-example-'));
const runtime = new Runtime();
const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'}, runtime);
const git = await GitModuleDefinition.create({basePath, author: 'Ada <ada@example.com>'}, runtime);
try {
  // The repository as an object with methods of its own.
  const repo = git.repository('notes');
  await git.init({directory: 'notes'});

  const save = async (text: string, message: string): Promise<void> => {
    await fs.write('notes/plan.md', text);
    await repo.add(['plan.md']);
    await repo.commit(message);
  };
  await save('Tea at four\n', 'Plan');
  await repo.checkout({branch: 'later', create: true});
  await save('Tea at five\n', 'Later');
  await repo.checkout('main');
  await save('Tea at three\n', 'Sooner');

  const watcher = await fs.watch({path: 'notes'});
  const repository = await git.open({path: 'notes'});
  const merge = await git.getTool('merge').execute({repository, from: 'later'});
  if (merge.success) throw new Error('Both changed the same line');
  console.log(merge.error.code, merge.error.outcome, merge.error.details.context?.conflicted);

  const {events} = await fs.events({watcher, wait: 5000});
  console.log('seen in the folder:', events.length > 0);

  await repo.merge({abort: true});
  console.log(await fs.read('notes/plan.md').then(({content}) => content.trim()));

  // An opened file: read where it matters, without the rest.
  const file = await fs.open({path: 'notes/plan.md'});
  await fs.seek(file, 7);
  console.log((await fs.readChunk({file})).content.trim());
} finally {
  await git.cleanup();
  await fs.cleanup();
  await rm(basePath, {recursive: true});
}
