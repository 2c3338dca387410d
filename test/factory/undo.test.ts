import {beforeEach, describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/core/runtime.js';
import {factory, problemsOf} from './factory.js';

const notes = new Map<string, string>();
const target = {
  add: (title: string, text: string) => {
    notes.set(title, text);
    return {title, length: text.length};
  },
  remove: (title: string) => {
    if (!notes.delete(title)) throw new Error(`There is no note ${title}`);
  },
  fail: () => {
    throw new Error('It does not work');
  },
};
const remove = {input: {title: 'string'}, args: ['{title}']};
const add = {
  input: {title: 'string', text: 'string'},
  args: ['{title}', '{text}'],
  undo: {tool: 'remove', input: {title: '$.title'}},
};

const create = (tools: object, runtime = new Runtime()) =>
  factory.createFromConfig('notes', {type: 'class', target, tools: {remove, ...tools}}, {}, {runtime});

beforeEach(() => notes.clear());

describe('undo of a config', () => {
  test('calls the tool that it names, with an input made from the data', async () => {
    const runtime = new Runtime();
    const module = await create({add}, runtime);

    const result = await module.getTool('add').execute({title: 'a', text: 'hello'});

    expect(notes.get('a')).toBe('hello');
    expect(await runtime.undo(result.metadata.undo)).toMatchObject({success: true});
    expect(notes.size).toBe(0);
  });

  test('sees the input as $input, and in code both as arguments', async () => {
    for (const input of [{title: '$input.title'}, (_data: unknown, given: {title: string}) => ({title: given.title})]) {
      const runtime = new Runtime();
      const module = await create({add: {...add, undo: {tool: 'remove', input}}}, runtime);
      const result = await module.getTool('add').execute({title: 'b', text: ''});

      expect(await runtime.undo(result.metadata.undo)).toMatchObject({success: true});
      expect(notes.size).toBe(0);
    }
  });

  test('is a call like any other: its failure is told, and it can be tried again', async () => {
    const runtime = new Runtime();
    const module = await create({add}, runtime);
    const result = await module.getTool('add').execute({title: 'c', text: ''});
    notes.clear();

    expect(await runtime.undo(result.metadata.undo)).toMatchObject({
      success: false,
      error: {message: expect.stringContaining('There is no note c') as unknown},
    });
    notes.set('c', '');
    expect(await runtime.undo(result.metadata.undo)).toMatchObject({success: true});
  });

  test('asks the policy, as the tool does when it is called', async () => {
    let mayRemove = false;
    const runtime = new Runtime({policy: ({tool}) => (tool !== 'notes.remove' || mayRemove ? 'allow' : 'deny')});
    const module = await create({add}, runtime);
    const result = await module.getTool('add').execute({title: 'd', text: ''});

    expect(await runtime.undo(result.metadata.undo)).toMatchObject({
      success: false,
      error: {code: 'PERMISSION_DENIED'},
    });
    expect(notes.has('d')).toBe(true);
    mayRemove = true;
    expect(await runtime.undo(result.metadata.undo)).toMatchObject({success: true});
  });

  test('is not offered by a call that failed', async () => {
    const module = await create({fail: {undo: {tool: 'remove', input: {title: '"x"'}}}});
    const result = await module.getTool('fail').execute({});

    expect(result.success).toBe(false);
    expect(result.metadata.undo).toBeUndefined();
  });

  test('that can not be known any more is a warning of a call that succeeded', async () => {
    const module = await create({add: {...add, undo: {tool: 'remove', input: {title: '$error("no")'}}}});
    const result = await module.getTool('add').execute({title: 'e', text: ''});

    expect(result).toMatchObject({success: true, metadata: {warnings: [expect.stringContaining('can not be taken')]}});
    expect(result.metadata.undo).toBeUndefined();
  });

  test('makes the tool reversible for a planner', async () => {
    const {tools} = (await create({add})).getMetadata();

    expect(tools['add']).toMatchObject({planning: {reversible: true}});
    expect(tools['remove']).toMatchObject({planning: {reversible: false}});
  });

  test('must name a tool of the config', async () => {
    expect(await problemsOf(create({add: {...add, undo: {tool: 'remvoe'}}}))).toMatchObject([
      {path: 'tools.add.undo.tool', remedy: 'Did you mean "remove"?'},
    ]);
  });

  test.each([
    ['a misspelt input of the tool that it names', {titel: '$.title'}, 'input.titel', 'Did you mean "title"?'],
    ['an input that the tool does not have', {title: '$.title', owner: '"me"'}, 'input.owner', '"remove" takes title'],
    ['nothing for what the tool needs', {}, 'input.title', 'Add "title": an expression such as "$input.title"'],
    ['no input at all', undefined, 'input.title', 'Add "title": an expression such as "$input.title"'],
  ])('can not give %s', async (_what, input, path, remedy) => {
    expect(await problemsOf(create({add: {...add, undo: {tool: 'remove', input}}}))).toMatchObject([
      {tool: 'add', path: `tools.add.undo.${path}`, remedy},
    ]);
  });

  test('may give what it takes by another name, and anything to a tool that takes anything', async () => {
    const byAlias = {...remove, input: {title: {type: 'string', required: true, aliases: ['name']}}};
    const open = {input: {type: 'object', properties: {}, additionalProperties: true}};

    await expect(
      create({add: {...add, undo: {tool: 'remove', input: {name: '$.title'}}}, remove: byAlias}),
    ).resolves.toBeDefined();
    await expect(create({add: {...add, undo: {tool: 'fail', input: {any: '1'}}}, fail: open})).resolves.toBeDefined();
  });

  test('may be made by one expression, of which nobody knows what it answers', async () => {
    await expect(create({add: {...add, undo: {tool: 'remove', input: '{"title": title}'}}})).resolves.toBeDefined();
  });
});
