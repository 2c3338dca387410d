import {describe, expect, test} from '@jest/globals';
import {z} from 'zod';

import {defineModule, defineTool, jsonSchema} from '../../src/sdk.js';
import {NotesModuleDefinition} from './notes-module.js';

describe('the record of a tool (R16)', () => {
  const {open, read} = NotesModuleDefinition.getMetadata().tools;

  test('is whole', () => {
    expect(open).toEqual({
      name: 'notes.open',
      tool: 'open',
      provider: 'notes',
      module: 'NotesModule',
      description: 'Open a book by its title',
      category: 'files',
      resource: 'notes',
      input: {title: {type: 'string', required: true, description: 'Title of the book', aliases: ['name']}},
      parameters: {title: {type: 'string', required: true, description: 'Title of the book', aliases: ['name']}},
      inputSchema: {
        type: 'object',
        properties: {title: {type: 'string', description: 'Title of the book'}},
        required: ['title'],
        additionalProperties: false,
      },
      outputSchema: {type: ['object', 'string'], handle: 'book'},
      output: {
        success: {description: 'Data of notes.open', schema: expect.anything(), example: undefined},
        error: {
          description: 'Codes this tool can answer',
          codes: expect.objectContaining({RESOURCE_NOT_FOUND: 'There is no such book'}),
        },
      },
      examples: [{description: 'Open a book', input: {title: 'haft'}}],
      planning: {
        cost: 'free',
        reliability: 'high',
        idempotent: true,
        sideEffects: false,
        reversible: false,
        dependencies: [],
        produces: ['book'],
        consumes: [],
      },
      focus: {required: false},
      requirements: [],
      limitations: [],
      tags: [],
      aliases: ['openBook'],
      positional: ['title'],
      securityTier: 0,
      timeout: 30_000,
      version: '1.2.3',
      source: 'native',
    });
  });

  test('follows from the handles in the schemas', () => {
    expect(read?.planning).toMatchObject({produces: [], consumes: ['book']});
    expect(read?.focus).toEqual({required: true, type: 'book'});
    expect(Object.keys(read?.output.error.codes ?? {})).toEqual(
      expect.arrayContaining(['HANDLE_NOT_FOUND', 'HANDLE_EXPIRED', 'HANDLE_RELEASED', 'HANDLE_TYPE_MISMATCH']),
    );
    expect(open?.output.error.codes).not.toHaveProperty('HANDLE_NOT_FOUND');
  });

  test('is JSON', () => {
    const metadata = NotesModuleDefinition.getMetadata();
    const copy = JSON.parse(JSON.stringify(metadata)) as typeof metadata;
    expect(copy.tools['open']?.inputSchema).toEqual(metadata.tools['open']?.inputSchema);
    expect(copy.tools['read']?.input).toEqual({
      book: {handle: 'book', required: true},
      page: {type: 'integer', default: 1},
      upper: 'boolean?',
    });
  });

  test('names what a tool can answer when it is limited', () => {
    const limited = defineTool({name: 'a', description: 'x', concurrency: 1, run: () => 1});
    const {tools} = defineModule({name: 'm', module: 'M', description: 'x', tools: [limited]}).getMetadata();
    expect(tools['a']?.output.error.codes).toHaveProperty('RATE_LIMITED');
  });

  test('takes facts that depend on the input', () => {
    const removing = defineTool({
      name: 'remove',
      description: 'x',
      input: {dry: 'boolean?'},
      planning: {sideEffects: ({dry}) => dry !== true, reversible: ({dry}) => dry === true},
      run: () => 1,
    });
    const {planning} = defineModule({name: 'm', module: 'M', description: 'x', tools: [removing]}).getMetadata().tools[
      'remove'
    ]!;
    expect(
      [planning.sideEffects, planning.reversible].map((fact) => typeof fact === 'function' && fact({dry: true})),
    ).toEqual([false, true]);
  });

  test('a tool with an undo is reversible unless it says otherwise', () => {
    const tools = [
      defineTool({name: 'a', description: 'x', run: () => 1, undo: () => 1}),
      defineTool({name: 'b', description: 'x', run: () => 1}),
    ];
    const metadata = defineModule({name: 'm', module: 'M', description: 'x', tools}).getMetadata();
    expect([metadata.tools['a']?.planning.reversible, metadata.tools['b']?.planning.reversible]).toEqual([true, false]);
  });

  test.each([
    ['JSON Schema', {type: 'object', properties: {a: {type: 'string'}}, required: ['a']}],
    ['jsonSchema()', jsonSchema({type: 'object', properties: {a: {type: 'string'}}, required: ['a']})],
    ['zod', z.object({a: z.string()})],
  ])('shows parameters where the input is given as %s', (_name, input) => {
    const tool = defineTool({name: 'a', description: 'x', input, run: () => 1});
    const {tools} = defineModule({name: 'm', module: 'M', description: 'x', tools: [tool]}).getMetadata();
    expect(tools['a']?.parameters).toEqual({a: {type: 'string'}});
  });
});
