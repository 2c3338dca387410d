import {describe, expect, test} from '@jest/globals';
import {ModuleFactory, libraryKinds} from '../../src/factory/index.js';
import {defineTool, ToolError} from '../../src/sdk.js';
import type {FoundTools, WrapKind} from '../../src/sdk.js';
import {problemsOf} from './factory.js';

let announce: (found: FoundTools) => void = () => undefined;

const upper = {name: 'upper', config: {description: 'In capitals', input: {text: 'string'}, output: 'string'}};
const lower = {name: 'lower', config: {description: 'In small letters', input: {text: 'string'}}};

/** A kind of a third party: a dictionary of texts, whose tools it finds out. */
const wordsKind: WrapKind = {
  type: 'words',
  language: {
    summary: 'words',
    module: {
      language: {description: 'Of the words.', type: 'string'},
      overrides: {description: 'Facts about single tools.', type: 'object', additionalProperties: {type: 'object'}},
    },
    tool: {},
    required: ['language'],
    discovers: true,
    errors: ['RESOURCE_NOT_FOUND'],
    facts: () => ({planning: {sideEffects: false, idempotent: true}, securityTier: 0}),
  },
  check: ({language}, report) => {
    if (language === 'klingon') report({path: 'language', message: 'Nobody speaks it', remedy: 'Use "en"'});
  },
  connect: async ({config, problem}) => {
    if (config['language'] === 'none') throw problem('language', 'There is no such dictionary', 'Use "en"');
    return {
      wrapped: {language: config['language']},
      call: ({tool, values}) => {
        const text = String(values['text']);
        if (text === '') throw new ToolError('RESOURCE_NOT_FOUND', 'There is no word');
        return tool === 'upper' ? text.toUpperCase() : text.toLowerCase();
      },
      discover: (update) => {
        announce = update;
        return {
          tools: [
            upper,
            {name: 'not a name', config: {description: 'x'}},
            {name: 'upper', config: {description: 'Twice'}},
            defineTool({
              name: 'count',
              description: 'Counts',
              input: {text: 'string'},
              run: (_m, {text}) => text.length,
            }),
          ],
          leftOut: [{name: 'translate', reason: 'It needs a network'}],
        };
      },
    };
  },
};

const factory = new ModuleFactory({kinds: {...libraryKinds, words: wordsKind}});
const create = (more: object = {}) => factory.createFromConfig('words', {type: 'words', language: 'en', ...more});

describe('a kind of a third party', () => {
  test('finds its tools, which are called like any other', async () => {
    const module = await create();

    expect(module.listTools()).toEqual(['upper', 'count']);
    expect(await module.getTool('upper').call({text: 'abc'})).toBe('ABC');
    expect(await module.getTool('count').call({text: 'abc'})).toBe(3);
    expect(await module.getTool('upper').execute({text: ''})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(await module.getTool('upper').execute({})).toMatchObject({error: {code: 'MISSING_PARAMETER'}});
    expect(module.getMetadata().tools['upper']).toMatchObject({
      planning: {sideEffects: false, idempotent: true},
      securityTier: 0,
    });
  });

  test('says what was left out, and why', async () => {
    const module = (await create()) as unknown as {leftOut: unknown};

    expect(module.leftOut).toEqual([
      {name: 'translate', reason: 'It needs a network'},
      {name: 'not a name', reason: 'A tool can not be called "not a name"'},
      {name: 'upper', reason: 'Another tool is called "upper"'},
    ]);
  });

  test('overrides of the config are put over what was found: facts are added, the rest is replaced', async () => {
    const module = await create({
      overrides: {
        upper: {
          rename: 'shout',
          description: 'Louder',
          transform: {output: '$ & "!"'},
          planning: {cost: 'free'},
          securityTier: 2,
        },
      },
    });

    expect(module.listTools()).toEqual(['shout', 'count']);
    expect(await module.getTool('shout').call({text: 'abc'})).toBe('ABC!');
    expect(module.getMetadata().tools['shout']).toMatchObject({
      description: 'Louder',
      planning: {sideEffects: false, cost: 'free'},
      securityTier: 2,
    });
  });

  test('problems of overrides are told before anything is loaded', async () => {
    const overrides = {upper: {transform: {output: '$sum('}, rename: 'not a name', input: {text: 'strin'}}};

    expect(await problemsOf(create({overrides}))).toMatchObject([
      {path: 'overrides.upper.transform.output'},
      {path: 'overrides.upper.input.text'},
      {path: 'overrides.upper.rename'},
    ]);
  });

  test('may find others later; what is found again stays the tool it is', async () => {
    const module = await create();
    const before = module.getTool('upper');
    announce({tools: [upper, lower]});

    expect(module.listTools()).toEqual(['upper', 'lower']);
    expect(module.getTool('upper')).toBe(before);
    expect((module as unknown as {leftOut: unknown}).leftOut).toEqual([]);
  });

  test('reports problems of its own together with those of the language, and loads nothing', async () => {
    const config = {type: 'words', language: 'klingon', langage: 'en'};

    expect(await factory.check(config)).toMatchObject([
      {path: 'langage', remedy: 'Did you mean "language"?'},
      {path: 'language', message: 'Nobody speaks it'},
    ]);
    expect(factory.validate(config)).toHaveLength(1);
    expect(await problemsOf(create({language: 'klingon'}))).toMatchObject([{config: 'words', path: 'language'}]);
    expect(await problemsOf(create({language: 'none'}))).toMatchObject([{message: 'There is no such dictionary'}]);
  });
});
