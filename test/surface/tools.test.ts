import {describe, expect, test} from '@jest/globals';
import {
  DatabaseModuleDefinition,
  FileSystemModuleDefinition,
  GitModuleDefinition,
  HttpModuleDefinition,
  McpModuleDefinition,
  ShellModuleDefinition,
} from 'haft';
import type {ToolMetadata} from 'haft';

const byInput = (fact: unknown): unknown => (typeof fact === 'function' ? 'by input' : fact);

/** The facts of a tool that planners and policies of other people rely on, in one line. */
function pin({tool, securityTier, aliases, positional, planning}: ToolMetadata): string {
  const {idempotent, sideEffects, reversible, consumes, produces} = planning;
  const names = aliases.length > 0 ? `${tool}|${aliases.join('|')}` : tool;
  const facts = [
    `tier ${String(securityTier)}`,
    byInput(sideEffects) === false ? 'reads' : `changes ${byInput(sideEffects) === true ? '' : 'by input'}`.trim(),
    ...(idempotent ? ['idempotent'] : []),
    ...(reversible === false ? [] : ['undo']),
    ...(consumes.length > 0 ? [`takes ${consumes.join()}`] : []),
    ...(produces.length > 0 ? [`makes ${produces.join()}`] : []),
  ];
  return `${names}(${(positional ?? []).join(', ')}): ${facts.join(', ')}`;
}

describe('what the built-in tools are', () => {
  test('fs', () => {
    expect(Object.values(FileSystemModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'read|readFile(path): tier 0, reads, idempotent',
      'write|writeFile(path, content): tier 2, changes, idempotent, undo',
      'append|appendFile(path, content): tier 2, changes, undo',
      'delete|remove|rm|unlink|rmdir(path): tier 2, changes, undo',
      'copy|copyFile|cp(from, to): tier 2, changes, undo',
      'move|rename|mv(from, to): tier 2, changes, undo',
      'list|readdir|ls(path): tier 0, reads, idempotent',
      'create|mkdir|createDirectory(path): tier 2, changes, idempotent, undo',
      'stats|stat|info(path): tier 0, reads, idempotent',
      'glob|find(pattern): tier 0, reads, idempotent',
      'open|openFile(path, flags): tier 2, changes by input, undo, makes fs_file',
      'readChunk(file, length): tier 0, reads, takes fs_file',
      'writeChunk(file, content): tier 2, changes, undo, takes fs_file',
      'seek|tell(file, offset): tier 0, reads, takes fs_file',
      'truncate(file, size): tier 2, changes, idempotent, undo, takes fs_file',
      'close|closeFile(file): tier 0, reads, idempotent, takes fs_file',
      'watch|watchFile(path): tier 0, reads, makes fs_watcher',
      'events|takeEvents(watcher): tier 0, reads, takes fs_watcher',
      'unwatch(watcher): tier 0, reads, idempotent, takes fs_watcher',
    ]);
  });

  test('git', () => {
    expect(Object.values(GitModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'open(path): tier 0, reads, idempotent, makes git_repository',
      'init(directory): tier 1, changes, undo, makes git_repository',
      'clone(url, directory): tier 1, changes, undo, makes git_repository',
      'status(repository): tier 0, reads, idempotent, takes git_repository',
      'add|stage(repository, files): tier 1, changes, idempotent, undo, takes git_repository',
      'commit(repository, message): tier 1, changes, undo, takes git_repository',
      'log|history(repository): tier 0, reads, idempotent, takes git_repository',
      'diff(repository): tier 0, reads, idempotent, takes git_repository',
      'show(repository, ref): tier 0, reads, idempotent, takes git_repository',
      'blame|annotate(repository, file): tier 0, reads, idempotent, takes git_repository',
      'branch|branches(repository, name): tier 1, changes by input, undo, takes git_repository',
      'checkout|switch(repository, branch): tier 1, changes, undo, takes git_repository, makes git_repository',
      'merge(repository, from): tier 1, changes, undo, takes git_repository',
      'rebase(repository, upstream): tier 2, changes, undo, takes git_repository',
      'cherryPick|cherry-pick(repository, commits): tier 1, changes, undo, takes git_repository',
      'tag|tags(repository, name): tier 1, changes by input, undo, takes git_repository',
      'stash(repository, action): tier 1, changes by input, undo, takes git_repository',
      'reset(repository, to): tier 2, changes, undo, takes git_repository',
      'restore(repository, files): tier 2, changes, undo, takes git_repository',
      'rm|remove(repository, files): tier 2, changes, undo, takes git_repository',
      'mv|move|rename(repository, from, to): tier 2, changes, undo, takes git_repository',
      'remote|remotes(repository, action, name, url): tier 1, changes by input, undo, takes git_repository',
      'fetch(repository, remote, refs): tier 1, changes, idempotent, takes git_repository',
      'pull(repository, remote, branch): tier 1, changes, undo, takes git_repository',
      'push(repository, remote, branch): tier 2, changes, idempotent, takes git_repository',
      'worktree|worktrees(repository, action, path, branch): tier 1, changes by input, undo, takes git_repository, makes git_repository',
      'submodule|submodules(repository, action, names): tier 2, changes by input, idempotent, takes git_repository',
    ]);
  });

  test('http', () => {
    expect(Object.values(HttpModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'get(url): tier 1, reads, idempotent',
      'post(url, data): tier 2, changes',
      'put(url, data): tier 2, changes, idempotent',
      'patch(url, data): tier 2, changes',
      'delete(url): tier 2, changes, idempotent',
      'head(url): tier 1, reads, idempotent',
      'options(url): tier 1, reads, idempotent',
      'graphql(query, variables): tier 2, changes by input',
      'download(url, to): tier 2, changes, idempotent',
      'upload(url, from): tier 2, changes',
    ]);
  });

  test('db', () => {
    expect(Object.values(DatabaseModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'query|sql|execute(sql, values): tier 2, changes, takes db_transaction',
      'explain(sql, values): tier 1, changes by input, idempotent, takes db_transaction',
      'beginTransaction|begin|transaction(): tier 1, reads, makes db_transaction',
      'commit|commitTransaction(transaction): tier 1, changes, takes db_transaction',
      'rollback|rollbackTransaction(transaction): tier 1, changes, takes db_transaction',
      'useDatabase|currentDatabase(name): tier 0, reads, idempotent, takes db_transaction',
      'openCursor|cursor(sql, values): tier 1, reads, takes db_transaction, makes db_cursor',
      'fetch|fetchRows|next(cursor, count): tier 1, reads, takes db_cursor',
      'closeCursor(cursor): tier 0, reads, idempotent, takes db_cursor',
      'select(table, where): tier 0, reads, idempotent, takes db_transaction',
      'insert(table, data): tier 1, changes, undo, takes db_transaction',
      'update(table, data, where): tier 1, changes, undo, takes db_transaction',
      'delete|deleteRows(table, where): tier 2, changes, undo, takes db_transaction',
      'upsert|insertOrUpdate(table, data): tier 1, changes, undo, takes db_transaction',
      'createTable(table, columns): tier 1, changes, undo, takes db_transaction',
      'dropTable(table): tier 2, changes, takes db_transaction',
      'alterTable(table): tier 2, changes, takes db_transaction',
      'listTables|tables(schema): tier 0, reads, idempotent, takes db_transaction',
      'describeTable|describe(table): tier 0, reads, idempotent, takes db_transaction',
    ]);
  });

  test('shell', () => {
    expect(Object.values(ShellModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'execute|run|exec(command): tier 3, changes',
      'start|spawn(command): tier 3, changes, makes shell_process',
      'read|output(process): tier 0, changes, takes shell_process',
      'write|send(process, data): tier 3, changes, takes shell_process',
      'wait|join(process): tier 0, changes, takes shell_process',
      'stop|kill|terminate(process): tier 2, changes, idempotent, takes shell_process',
      'list|ps(): tier 0, reads, idempotent, makes shell_process',
    ]);
  });

  test('mcp, before a server adds its own', () => {
    expect(Object.values(McpModuleDefinition.getMetadata().tools).map(pin)).toEqual([
      'listResources(): tier 1, reads, idempotent',
      'listResourceTemplates(): tier 1, reads, idempotent',
      'readResource(uri): tier 1, reads, idempotent',
      'listPrompts(): tier 1, reads, idempotent',
      'getPrompt(name, arguments): tier 1, reads, idempotent',
      'listDefinitions(): tier 0, reads, idempotent',
    ]);
  });
});
