import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, expect, test} from '@jest/globals';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {Runtime} from '../../src/core/runtime.js';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';
import {runExamples} from './run-examples.js';

const tempFolder = useTempFolders();

let module: ModuleInstance | undefined;
afterEach(async () => {
  await module?.cleanup();
  module = undefined;
});

const call = (tool: string, input: object = {}): Promise<unknown> =>
  module!.getTool(tool).call(input as Record<string, unknown>);

test("configs/mcp-filesystem.json wraps MCP's own server, whose answers become data", async () => {
  const basePath = await tempFolder({'notes/a.txt': 'one\ntwo\n', 'notes/sub/b.txt': 'b'});
  const runtime = new Runtime();
  module = await shipped('mcp-filesystem', {basePath: join(basePath, 'notes')}, runtime);
  expect(module.listTools()).not.toContain('read_file');
  expect(await call('read_text_file', {path: 'a.txt'})).toEqual({text: 'one\ntwo\n'});
  expect(await call('list_directory', {path: '.'})).toEqual({
    entries: expect.arrayContaining([
      {name: 'a.txt', type: 'file'},
      {name: 'sub', type: 'folder'},
    ]),
  });
  expect(await call('search_files', {path: '.', pattern: '**/b.*'})).toEqual({
    paths: [expect.stringMatching(/notes\/sub\/b\.txt$/)],
  });
  const moved = await module.getTool('move_file').execute({source: 'a.txt', destination: 'sub/c.txt'});
  expect(await readFile(join(basePath, 'notes/sub/c.txt'), 'utf8')).toBe('one\ntwo\n');
  expect(await runtime.undo(moved.metadata.undo!)).toMatchObject({success: true});
  expect(await readFile(join(basePath, 'notes/a.txt'), 'utf8')).toBe('one\ntwo\n');
  const outside = await module.getTool('read_text_file').execute({path: '../secret.txt'});
  expect(outside).toMatchObject({success: false, error: {code: 'MCP_TOOL_ERROR'}});
  const facts = (tool: string): object => module!.getTool(tool).getMetadata();
  expect(facts('read_text_file')).toMatchObject({planning: {sideEffects: false, idempotent: true}});
  expect(facts('write_file')).toMatchObject({securityTier: 3, planning: {sideEffects: true}});
});

test('the examples of configs/mcp-filesystem.json do what they say', async () => {
  const basePath = await tempFolder({'notes/a.txt': 'one\ntwo\n'});
  module = await shipped('mcp-filesystem', {basePath});
  expect(await runExamples(module)).toBe(5);
});

test('configs/mcp-memory.json remembers, and takes back only what was new', async () => {
  const file = join(await tempFolder(), 'memory.jsonl');
  const runtime = new Runtime();
  module = await shipped('mcp-memory', {file}, runtime);
  expect(await runExamples(module)).toBe(4);
  const result = await module.getTool('create_entities').execute({
    entities: ['Ada', 'Bob'].map((name) => ({name, entityType: 'person', observations: []})),
  });
  expect(result).toMatchObject({success: true, data: {entities: [{name: 'Bob'}]}});
  const related = await module.getTool('create_relations').execute({
    relations: [{from: 'Ada', to: 'Bob', relationType: 'knows'}],
  });
  expect(await call('open_nodes', {names: ['Ada', 'Bob']})).toMatchObject({relations: [{relationType: 'knows'}]});
  for (const {metadata} of [related, result]) expect(await runtime.undo(metadata.undo!)).toMatchObject({success: true});
  expect(await call('read_graph')).toMatchObject({entities: [{name: 'Ada'}], relations: []});
  expect(await readFile(file, 'utf8')).toContain('likes engines');
});

test('configs/mcp-memory.json refuses a relative file, which its server would keep in its own folder', async () => {
  for (const file of ['memory.jsonl', './memory.jsonl', '../a/memory.jsonl', '']) {
    await expect(shipped('mcp-memory', {file})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('"file"'),
      suggestions: [expect.stringContaining('Absolute path')],
    });
  }
});
