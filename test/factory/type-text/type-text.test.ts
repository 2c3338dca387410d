import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import type {JsonSchema} from '../../../src/contract/json.js';
import {moduleTypes} from '../../../src/factory/type-text/module-types.js';
import {schemaType} from '../../../src/factory/type-text/schema-type.js';
import {jsonSchema, ModuleFactory} from '../../../src/index.js';
import {compile} from './compile.js';

const typeOf = (schema: unknown): string =>
  schemaType(schema, {handle: 'Handle', nameOf: (ref) => ref.slice('#/$defs/'.length)}).replaceAll(/\s+/g, ' ');

/** The text for tools of one input and one output each. */
function typesOf(
  tools: Readonly<Record<string, {input?: object; output?: object; [key: string]: unknown}>>,
  name = 'sample',
): string {
  const bound = Object.fromEntries(
    Object.entries(tools).map(([tool, {input = {}, output, ...rest}]) => [
      tool,
      {
        method: 'basename',
        args: [],
        input: jsonSchema({type: 'object', properties: {}, ...input}),
        ...(output && {output: jsonSchema(output as JsonSchema)}),
        ...rest,
      },
    ]),
  );
  const {description, tools: made} = ModuleFactory.defineFromConfig(name, {module: 'path', tools: bound}).getMetadata();
  return moduleTypes({name, description, tools: Object.values(made), source: `${name}.json`});
}

describe('a JSON Schema as TypeScript', () => {
  test.each([
    [{type: 'string'}, 'string'],
    [{type: 'integer', nullable: true}, 'number | null'],
    [{type: ['string', 'null']}, 'string | null'],
    [{enum: ['a', "b's", 3, null, true]}, `'a' | "b's" | 3 | null | true`],
    [{const: {a: [1]}}, '{"a": [1]}'],
    [{type: 'array', items: {type: ['string', 'number']}}, '(string | number)[]'],
    [
      {type: 'array', prefixItems: [{type: 'string'}, {type: 'number'}], minItems: 1, items: false},
      '[string, number?]',
    ],
    [{items: [{type: 'string'}], additionalItems: {type: 'null'}}, '[string?, ...null[]]'],
    [{type: 'object', additionalProperties: {type: 'number'}}, '{[key: string]: number}'],
    [{type: 'object', additionalProperties: false}, '{[key: string]: never}'],
    [
      {properties: {a: {}, 'b-c': {type: 'string'}}, required: ['b-c', 'd']},
      `{ a?: unknown; 'b-c': string; d: unknown; }`,
    ],
    [{properties: {a: true}, additionalProperties: {type: 'number'}}, '{ a?: unknown; [key: string]: unknown; }'],
    [{oneOf: [{type: 'string'}, {type: 'string'}, {type: 'null'}]}, 'string | null'],
    [{allOf: [{$ref: '#/$defs/A'}, {anyOf: [{type: 'string'}, {$ref: '#/$defs/B'}]}]}, 'A & (string | B)'],
    [{type: 'array', items: {handle: 'image', type: ['object', 'string']}}, `Handle<'image'>[]`],
    [{anyOf: [{type: 'string'}, {}]}, 'unknown'],
    [false, 'never'],
    ['nonsense', 'unknown'],
  ])('%j', (schema, text) => {
    expect(typeOf(schema)).toBe(text);
  });

  test('an enum of hundreds is its type', () => {
    expect(typeOf({type: 'string', enum: Array.from({length: 400}, (_, index) => `v${index}`)})).toBe('string');
  });

  test('what a description says can not leave its comment', () => {
    const text = typesOf({
      a: {
        description: 'ends */ export const x = 1; /* \u2028 and\u202e on',
        input: {properties: {b: {description: '*/ }'}}},
      },
    });
    expect(text).toContain('ends *\\/ export const x = 1; /*');
    expect(compile({'a.d.ts': text})).toEqual([]);
  });
});

const tree = {
  $defs: {
    node: {
      type: 'object',
      description: 'A node',
      properties: {value: {type: 'string'}, children: {type: 'array', items: {$ref: '#/$defs/node'}}},
      required: ['value'],
    },
    Record: {anyOf: [{$ref: '#/$defs/Record'}, {type: 'string'}, {$ref: '#/$defs/other'}]},
    other: {allOf: [{$ref: '#/$defs/Record'}]},
  },
};

describe('the types of a module', () => {
  const text = typesOf({
    walk: {
      description: 'Walk a tree',
      input: {...tree, properties: {root: {$ref: '#/$defs/node'}, 'x-y': {$ref: '#/$defs/Record'}}, required: ['root']},
      output: {type: 'object', ...tree, properties: {top: {$ref: '#/$defs/node'}}, required: ['top']},
      positional: ['root'],
      aliases: ['go:walk'],
    },
    open: {
      input: {properties: {of: {type: ['object', 'string'], handle: 'image'}}},
      output: {type: ['object', 'string'], handle: 'image'},
    },
    'weird:name-1': {output: {type: 'array'}},
    getTool: {},
    class: {input: {properties: {'': {type: 'string'}, __proto: {}, 'a"b\n': {enum: ['x\u2028y', "'"]}}}},
  });

  test('are read by a strict compiler, and schemas that say the same are one type', () => {
    expect(compile({'sample.d.ts': text})).toEqual([]);
    expect(text.match(/export type Node = /g)).toHaveLength(1);
    expect(text).toContain("readonly open: ToolMethod<OpenInput, Handle<'image'>>;");
    expect(text).toContain('"getTool" is a member of every module');
  });

  test('hold calls to what the tools take and answer', () => {
    const uses = `import type {SampleModule} from './sample.d.ts';
      declare const sample: SampleModule;
      export const good = async () => {
        const {top} = await sample.walk({root: {value: 'a', children: [{value: 'b'}]}});
        const text: string | undefined = top.children?.[0]?.value;
        const image = await sample.open();
        await sample.open({of: image});
        await sample.walk({value: 'a'}, {timeout: 5});
        await sample['go:walk']({root: {value: 'a'}});
        return [text, image._type satisfies 'image'];
      };
      export const bad = [
        // @ts-expect-error -- the root is missing
        () => sample.walk(),
        // @ts-expect-error -- a value is a text
        () => sample.walk({root: {value: 1}}),
        // @ts-expect-error -- another type of handle
        () => sample.open({of: {_id: 'x', _type: 'video'}}),
        // @ts-expect-error -- there is no such tool
        () => sample.wlak({root: {value: 'a'}}),
      ];`;
    expect(compile({'sample.d.ts': text, 'uses.ts': uses.replace("'./sample.d.ts'", "'./sample.js'")})).toEqual([]);
  });

  test('of an answer that is described and not held are those of the description; an input may still be anything', () => {
    const loose = {anyOf: [{description: 'What it really answers'}, {$ref: '#/$defs/node'}], $defs: tree.$defs};
    const described = typesOf({get: {output: loose, input: {properties: {of: {anyOf: [{}, {type: 'string'}]}}}}});

    expect(described).toContain('readonly get: ToolMethod<GetInput, Node>;');
    expect(described).toContain('of?: unknown;');
    expect(compile({'sample.d.ts': described})).toEqual([]);
  });

  test('can come with what makes the module', () => {
    const {description, tools} = ModuleFactory.defineFromConfig('sample', {
      module: 'path',
      tools: {basename: {}},
    }).getMetadata();
    const module = {name: 'sample', description, tools: Object.values(tools), source: 'sample.json'};
    const made = moduleTypes(module, {config: "./it's.json"});
    expect(made).toContain('export async function createSampleModule(');
    const globals = `declare global {
      interface ImportMeta { readonly url: string }
      class URL { constructor(path: string, base: string) }
    }
    export {};`;
    expect(compile({'sample.ts': made, 'globals.d.ts': globals})).toEqual([]);
  });

  test('of any schema are read by a strict compiler', () => {
    const {schema} = fc.letrec<{schema: unknown; object: unknown}>((tie) => {
      const name = fc.oneof(
        fc.constantFrom('a', 'class', '__proto', 'x-y', '*/', '1', 'Handle', '\u2028'),
        fc.string({maxLength: 4}),
      );
      const leaf = fc.oneof(
        fc.record({type: fc.constantFrom('string', 'integer', 'null', 'boolean')}),
        fc.record({enum: fc.array(fc.jsonValue({maxDepth: 1}), {minLength: 1, maxLength: 3})}),
        fc.record({$ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b', '#/$defs/c', '#/nowhere')}),
        fc.constantFrom(true, false, {}),
      );
      const list = fc.array(tie('schema'), {minLength: 1, maxLength: 3});
      return {
        object: fc.record(
          {
            type: fc.constant('object'),
            description: fc.string(),
            properties: fc.dictionary(name, tie('schema'), {maxKeys: 3}),
            required: fc.array(name, {maxLength: 2}),
            additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          },
          {requiredKeys: ['type']},
        ),
        schema: fc.oneof(
          {depthSize: 'small', withCrossShrink: true},
          leaf,
          tie('object'),
          fc.record({type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2)}),
          fc.record({type: fc.constant('array'), prefixItems: list, minItems: fc.nat(2)}),
          fc.record({anyOf: list}),
          fc.record({allOf: list}),
          fc.record({oneOf: list, nullable: fc.boolean()}),
        ),
      };
    });
    const parts = fc.record({a: schema, b: schema, c: schema});
    const samples = fc.sample(fc.tuple(schema, parts), {numRuns: 60, seed: 5});
    const texts = samples.map(([root, $defs], index) => {
      const own = typeof root === 'object' && root !== null ? root : {};
      const outputSchema = {...own, $defs} as JsonSchema;
      const tools = [
        {tool: 'a', aliases: [], description: '', inputSchema: {type: 'object'}, outputSchema, positional: undefined},
      ];
      return [`s${index}.d.ts`, moduleTypes({name: 'x', description: '', tools: tools as never, source: 'x.json'})];
    });
    expect(compile(Object.fromEntries(texts) as Record<string, string>)).toEqual([]);
  });

  test.each(['\n', '\r', '\r\n', '\u2028', '\u2029'])('CO09 the name of a file ends no comment: %j', (end) => {
    const text = moduleTypes({name: 'x', description: '', tools: [], source: `a${end}globalThis.bad = 1;//.json`});
    const [first = ''] = text.split(/[\n\r\u2028\u2029]/);
    expect(first).toMatch(/^\/\/ Written by `haft types a globalThis\.bad = 1;\/\/\.json`/);
  });
});
