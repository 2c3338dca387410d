import {describe, expect, test} from '@jest/globals';

import {FileSystemModuleDefinition, GitModuleDefinition, Runtime} from '../../src/index.js';
import type {ModuleInstance} from '../../src/index.js';
import {defineTool} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

/** Inputs that want to reach a prototype; as text, for JSON is how they come. */
const hostile = [
  '{"__proto__": {"admin": true}}',
  '{"options": {"__proto__": {"admin": true}}}',
  '{"options": {"deep": [{"__proto__": {"admin": true}}]}}',
  '{"a.__proto__.b": 1}',
  '{"constructor.prototype.x": 1}',
  '{"constructor": {"prototype": {"admin": true}}}',
  '{"prototype": {"admin": true}}',
  '{"0": "x", "length": 1}',
  '{"toString": 1, "hasOwnProperty": 1, "valueOf": 1}',
];

const store = defineTool({
  name: 'store',
  description: 'Store options',
  input: {name: {type: 'string', default: 'x'}, options: 'object?', list: 'any[]?'},
  output: {stored: 'object'},
  run: (_module, input) => ({stored: {...input}}),
});

describe('CO01: input that wants to reach a prototype', () => {
  test('is refused by every tool of every module, and Object.prototype stays as it is', async () => {
    const outside = await tempFolder({'a.txt': 'a'});
    const basePath = await tempFolder();
    const runtime = new Runtime();
    const modules = [
      await moduleOf([store], runtime),
      await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'}, runtime),
      await GitModuleDefinition.create({basePath}, runtime),
    ] as ModuleInstance[];
    await doingNoHarm(
      outside,
      async () => {
        for (const module of modules) {
          for (const tool of module.getTools()) {
            for (const text of hostile) {
              const result = await tool.execute(JSON.parse(text) as Record<string, unknown>);
              const {code, outcome} = errorOf(result);
              expect([text, code, outcome]).toEqual([
                text,
                expect.stringMatching(/^(INVALID|MISSING)_PARAMETER$/),
                'not_executed',
              ]);
              expect(result.metadata.attempts).toBe(0);
            }
          }
        }
      },
      {within: 10_000},
    );
    expect(({} as {admin?: boolean}).admin).toBeUndefined();
    for (const module of modules) await module.cleanup();
  });

  test('is refused where a tool lets unknown parameters through, too', async () => {
    const open = defineTool({
      name: 'open',
      description: 'Take anything',
      input: {type: 'object', properties: {name: {type: 'string'}}},
      run: (_module, input) => ({...input}),
    });
    const module = await moduleOf([open]);
    for (const text of hostile.slice(0, 1)) {
      const input = JSON.parse(text) as Record<string, unknown>;
      expect(errorOf(await module.getTool('open').execute(input))).toMatchObject({code: 'INVALID_PARAMETER'});
    }
  });

  test('its neighbours are taken: names that only look like it, as values and in data', async () => {
    const module = await moduleOf([store]);
    const options = {proto: 1, __proto: 2, constructorName: 'x', note: '__proto__'};
    const data = dataOf(await module.getTool('store').execute({options, list: ['constructor.prototype.x']}));
    expect(data).toEqual({stored: {name: 'x', options, list: ['constructor.prototype.x']}});
  });
});
