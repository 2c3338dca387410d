// An agent finds tools by what they do, is held to a policy, chains them through handles, and reads results, not throws.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {FileSystemModuleDefinition, GitModuleDefinition, Runtime, ToolRegistry} from 'haft';

const basePath = await mkdtemp(join(tmpdir(), 'haft-example-'));
const runtime = new Runtime({
  // Whatever is not allowed here is denied.
  policy: ({tool}) => (tool === 'fs.delete' ? 'deny' : 'allow'),
});
const registry = new ToolRegistry({runtime, providers: {fs: FileSystemModuleDefinition, git: GitModuleDefinition}});
const options = {context: {sessionId: 'session-1', agentId: 'writer'}};

try {
  // Tools are known before any module is alive.
  for (const {name, planning} of registry.searchTools('write text to a file', {limit: 2})) {
    console.log('found', name, planning);
  }
  await registry.createModule('fs', {basePath, permissions: 'read-write'});
  await registry.createModule('git', {basePath, author: 'Agent <agent@example.com>'});

  const repository = await registry.execute('git.init', {directory: 'work'}, options);
  await registry.execute('fs.write', {path: 'work/plan.md', content: '# Plan\n'}, options);
  await registry.execute('git.add', {repository, files: ['plan.md']}, options);
  const commit = await registry.execute('git.commit', {repository, message: 'Write the plan'}, options);
  console.log('commit', commit.success);

  const denied = await registry.execute('fs.delete', {path: 'work/plan.md'}, options);
  console.log('delete', denied.success ? 'ok' : `${denied.error.code} (${denied.error.outcome})`);

  const stranger = await registry.execute('git.status', {repository}, {context: {sessionId: 'session-2'}});
  console.log('another session', stranger.success ? 'ok' : stranger.error.code);
} finally {
  await registry.cleanup();
  await rm(basePath, {recursive: true});
}
