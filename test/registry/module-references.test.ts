import {describe, expect, test} from '@jest/globals';

import {FileSystemModuleDefinition} from '../../modules/filesystem/index.js';
import {inOrderOfNeed} from '../../src/registry/module-references.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {defineModule, defineTool} from '../../src/sdk.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

/** A module that works with another one, whatever that is. */
const Printer = defineModule({
  name: 'printer',
  module: 'PrinterModule',
  description: 'Prints files of a file system',
  config: {files: {type: 'object', description: 'A file system module'}},
  tools: [
    defineTool({
      name: 'where',
      description: 'Where the files are',
      input: {},
      output: {basePath: 'string'},
      run: (printer: {config: {files?: {basePath?: string}}}) => ({basePath: printer.config.files?.basePath ?? ''}),
    }),
  ],
});

describe('{"$module": name} in the config of a module', () => {
  test('is the live module of that name', async () => {
    const basePath = await tempFolder();
    const registry = new ToolRegistry({providers: {fs: FileSystemModuleDefinition, printer: Printer}});
    await registry.createModule('fs', {basePath}, {name: 'data'});
    await registry.createModule('printer', {files: {$module: 'data'}});
    expect(await registry.execute('printer.where')).toMatchObject({success: true, data: {basePath}});
    await registry.cleanup();
  });

  test('is refused when there is no such module, and nothing is made', async () => {
    const registry = new ToolRegistry({providers: {printer: Printer}});
    await expect(registry.createModule('printer', {files: {$module: 'dta'}})).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
    });
    expect(registry.listModules()).toEqual([]);
  });
});

describe('modules in the order of need', () => {
  const needs = (table: Record<string, string[]>) => (name: string) => table[name] ?? [];

  test('come after what they need', () => {
    expect(inOrderOfNeed('http', needs({http: ['files', 'db'], db: ['files']}))).toEqual(['files', 'db', 'http']);
  });

  test('are refused when they need each other', () => {
    expect(() => inOrderOfNeed('a', needs({a: ['b'], b: ['a']}))).toThrow('a → b → a');
  });
});
