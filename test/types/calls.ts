/* eslint-disable @typescript-eslint/no-unused-vars, @typescript-eslint/no-unused-expressions -- values are here for their types */
// Compiled by `npm run check:types`, never run: what a caller may write, and what does not compile (DESIGN.md 3).
import {FileSystemModuleDefinition, GitModuleDefinition, HttpModuleDefinition, Runtime} from 'haft';
import type {Handle, ToolResult} from 'haft';

import {assertType} from './assert-type.js';
import type {Same} from './assert-type.js';

export async function calls(): Promise<void> {
  const git = await GitModuleDefinition.create({basePath: '.'});
  const fs = await FileSystemModuleDefinition.create({basePath: '.', permissions: 'read-write'}, new Runtime());

  // Input is typed by the schema: values, names, what may be left out.
  await git.clone({url: 'https://example.com/a.git', directory: undefined});
  // @ts-expect-error: a url is a text
  await git.clone({url: 1});
  // @ts-expect-error: a url must be given
  await git.clone({});
  // @ts-expect-error: there is no such parameter
  await git.clone({url: 'x', directroy: 'y'});
  // @ts-expect-error: there is no such tool
  fs.raed;
  // @ts-expect-error: an encoding that is not in the list
  await fs.read({path: 'a', encoding: 'utf9'});
  await fs.read('a.txt', {timeout: 100});
  // @ts-expect-error: a path is a text
  await fs.read(1);
  // @ts-expect-error: a timeout is a number
  await fs.read({path: 'a'}, {timeout: '1 s'});

  // Results are typed by the output schema.
  const file = await fs.read({path: 'a'});
  assertType<Same<typeof file.content, string>>();
  assertType<Same<typeof file.size, number>>();
  assertType<Same<typeof file.startLine, number | undefined>>();
  // @ts-expect-error: there is no such property
  file.contents;

  // Handles are typed: by what they are, not only that they are.
  const repository = await git.clone({url: 'x'});
  assertType<Same<typeof repository._type, 'git_repository'>>();
  assertType<Same<typeof repository.path, string>>();
  await git.status({repository});
  await git.status({repository: repository._id});
  await git.status({repository: await git.getTool('clone').execute({url: 'x'})});
  // @ts-expect-error: a file is no repository
  await git.status({repository: file});
  // @ts-expect-error: what a handle shows can not be changed
  repository.path = '/etc';

  // Agents get results, whose data is there only in a success.
  const result = await fs.getTool('read').execute({path: 'a'});
  // @ts-expect-error: it may have failed
  result.data.content;
  if (result.success) assertType<Same<typeof result.data.content, string>>();
  else assertType<Same<typeof result.error.outcome, 'not_executed' | 'failed' | 'partial' | 'unknown'>>();
  // @ts-expect-error: a path is a text
  await fs.getTool('read').execute({path: 1});
  // A name that is only known later is fine; its tool takes anything and answers what is unknown.
  const later = await fs.getTool(['read'].join('')).execute({path: 'a'});
  assertType<Same<typeof later, ToolResult>>();

  // Aliases are typed like the tools that they name.
  const same = await fs.readFile({path: 'a'});
  assertType<Same<typeof same, typeof file>>();

  // So are aliases of parameters, where these may be left out.
  const http = await HttpModuleDefinition.create({baseURL: 'https://example.com'});
  await http.get({path: '/users', query: {page: 2}});
  // @ts-expect-error: a path is a text
  await http.get({path: 1});
  // @ts-expect-error: there is no such spelling
  await http.get({pth: '/users'});

  // Detached methods keep their types.
  const {write} = fs;
  await write({path: 'a', content: 'b'});
  // @ts-expect-error: content must be given
  await write({path: 'a'});

  // Configs are typed, and can not be changed.
  // @ts-expect-error: there is no such permission
  await FileSystemModuleDefinition.create({permissions: 'all'});
  // @ts-expect-error: there is no such key
  await FileSystemModuleDefinition.create({basepath: '.'});
  // @ts-expect-error: a config is frozen
  fs.config.maxEntries = 3;

  // Undo answers a result.
  const undone = await fs.runtime.undo(result.metadata.undo);
  assertType<Same<typeof undone, ToolResult>>();
  assertType<Same<typeof result.metadata.undo, Handle<'undo'> | undefined>>();
}
