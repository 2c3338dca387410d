import {beforeEach, describe, expect, test} from '@jest/globals';

import {ToolError} from '../../src/sdk.js';
import type {ModuleInstance} from '../../src/sdk.js';
import {NotesModuleDefinition} from './notes-module.js';

let notes: Awaited<ReturnType<typeof NotesModuleDefinition.create>>;

beforeEach(async () => {
  notes = await NotesModuleDefinition.create();
});

describe('tools as methods', () => {
  test('answer the data and throw ToolError', async () => {
    await expect(notes.open({title: 'haft'})).resolves.toMatchObject({_type: 'book', title: 'haft'});
    const error: unknown = await notes.open({title: 'none'}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      outcome: 'failed',
      metadata: {tool: 'notes.open', attempts: 1},
    });
  });

  test('work detached', async () => {
    const {open, read} = notes;
    await expect(read({book: await open({title: 'haft'})})).resolves.toEqual({text: 'A book of handles', page: 1});
  });

  test('have the aliases of their tool and of its parameters', async () => {
    await expect(notes.openBook({name: 'haft'} as never)).resolves.toMatchObject({title: 'haft'});
    expect(notes.getTool('openBook')).toBe(notes.getTool('open'));
    expect(notes.listTools()).toEqual(['open', 'read', 'then', 'config']);
  });

  test('take options', async () => {
    await expect(notes.open({title: 'haft'}, {signal: AbortSignal.abort()})).rejects.toMatchObject({
      code: 'OPERATION_CANCELLED',
    });
  });

  test('never shadow a member, nor make the instance thenable', async () => {
    const untyped = notes as unknown as Record<string, unknown>;
    expect(untyped['then']).toBeUndefined();
    expect(notes.config).toEqual({shelf: 'top', limit: 10});
    await expect(notes.getTool('then').call()).resolves.toBe('went on');
    await expect(notes.getTool('config').call()).resolves.toBe('told');
    expect(await Promise.resolve(notes)).toBe(notes);
  });

  test('are not listed as properties', () => {
    expect(Object.keys(notes)).not.toContain('open');
  });

  test('validate what plain JavaScript gives them', async () => {
    const {open} = notes as unknown as {open: (input?: unknown) => Promise<unknown>};
    await expect(open()).rejects.toMatchObject({code: 'MISSING_PARAMETER'});
    await expect(open(null)).rejects.toMatchObject({code: 'TYPE_MISMATCH'});
    await expect(open([1])).rejects.toMatchObject({code: 'TYPE_MISMATCH'});
  });
});

describe('positional calls', () => {
  test('take values in the order that the tool names, then options', async () => {
    const handle = await notes.open('haft');
    await expect(notes.read(handle, 2)).resolves.toMatchObject({page: 2});
    await expect(notes.read(handle)).resolves.toMatchObject({page: 1});
    await expect(notes.read(handle, 2, {signal: AbortSignal.abort()})).rejects.toMatchObject({
      code: 'OPERATION_CANCELLED',
    });
    await expect(notes.open('haft', {signal: AbortSignal.abort()})).rejects.toMatchObject({
      code: 'OPERATION_CANCELLED',
    });
  });

  test('take an object of parameters as such', async () => {
    await expect(notes.read({book: await notes.open('haft'), upper: true})).resolves.toMatchObject({
      text: 'A BOOK OF HANDLES',
    });
  });

  test('refuse a value too many by saying so', async () => {
    const {open} = notes as unknown as {open: (...values: unknown[]) => Promise<unknown>};
    await expect(open('haft', 'more')).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });

  test('are not understood where the tool names no order', async () => {
    const {cleanup: _cleanup, ...rest} = {cleanup: notes.cleanup};
    expect(rest).toEqual({});
    await expect(notes.getTool('then').call('x')).rejects.toMatchObject({
      code: 'TYPE_MISMATCH',
    });
  });
});

describe('focus', () => {
  test('gives the tools with some parameters filled in', async () => {
    const handle = await notes.open('haft');
    const view = (notes as unknown as ModuleInstance).focus({book: handle});
    await expect(view['read']!()).resolves.toMatchObject({page: 1});
    await expect(view['read']!({page: 3})).resolves.toMatchObject({page: 3});
    await expect(view['read']!(4)).resolves.toMatchObject({page: 4});
  });

  test('leaves alone tools that have no such parameter, and what is given wins', async () => {
    const view = (notes as unknown as ModuleInstance).focus({page: 7});
    await expect(view['open']!('haft')).resolves.toMatchObject({title: 'haft'});
    const book = await notes.open('haft');
    await expect(view['read']!({book})).resolves.toMatchObject({page: 7});
    await expect(view['read']!({book, page: 8})).resolves.toMatchObject({page: 8});
  });

  test('has aliases, and is no promise', async () => {
    const view = (notes as unknown as ModuleInstance).focus({});
    expect(Object.keys(view)).toEqual(['open', 'openBook', 'read', 'config']);
    expect(await Promise.resolve(view)).toBe(view);
    expect(Object.isFrozen(view)).toBe(true);
  });

  test('is of the module it was asked of: two views do not meet', async () => {
    const first = (notes as unknown as ModuleInstance).focus({page: 1});
    const second = (notes as unknown as ModuleInstance).focus({page: 2});
    const book = await notes.open('haft');
    await expect(Promise.all([first['read']!({book}), second['read']!({book})])).resolves.toMatchObject([
      {page: 1},
      {page: 2},
    ]);
  });
});
