import {describe, expect, test} from '@jest/globals';
import {z} from 'zod';

import {defineHandle} from '../../src/contract/handle.js';
import {InputSchema} from '../../src/schema/input-schema.js';
import {normalizeSchema} from '../../src/schema/normalize.js';
import {jsonSchema} from '../../src/schema/spec.js';
import type {SchemaSpec} from '../../src/schema/spec.js';

const limits = {maxDepth: 64};
const door = defineHandle('door', {description: 'An open door'});

const schemaOf = (spec: SchemaSpec): unknown => normalizeSchema(spec, {direction: 'input'}).schema;
const outputOf = (spec: SchemaSpec): unknown => normalizeSchema(spec, {direction: 'output'}).schema;
const accept = (spec: SchemaSpec, input: unknown): unknown =>
  new InputSchema(normalizeSchema(spec, {direction: 'input'})).accept(input, limits);
const accepts = (spec: SchemaSpec, input: unknown): boolean => {
  try {
    accept(spec, input);
    return true;
  } catch {
    return false;
  }
};

describe('shorthand', () => {
  test.each([
    ['string', {type: 'string'}],
    ['number', {type: 'number'}],
    ['integer', {type: 'integer'}],
    ['boolean', {type: 'boolean'}],
    ['object', {type: 'object'}],
    ['array', {type: 'array'}],
    ['null', {type: 'null'}],
    ['any', {}],
    ['string[]', {type: 'array', items: {type: 'string'}}],
    ['integer[][]', {type: 'array', items: {type: 'array', items: {type: 'integer'}}}],
    ['repository_handle', {type: ['object', 'string'], handle: 'repository'}],
    ['door_handle[]', {type: 'array', items: {type: ['object', 'string'], handle: 'door'}}],
  ])('%s is required and is %j', (text, property) => {
    const expected = {type: 'object', properties: {it: property}, additionalProperties: false};
    expect(schemaOf({it: text})).toEqual({...expected, required: ['it']});
    expect(schemaOf({it: `${text}?`})).toEqual(expected);
  });

  test.each(['strng', 'string??', 'String', '', '?', '[]', 'string|number', '_handle', 'constructor'])(
    '%j is no type, and the message says what is',
    (text) => {
      expect(() => schemaOf({path: text})).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIG',
          message: `Parameter "path" has the unknown type ${JSON.stringify(text)}`,
          suggestions: [expect.stringContaining('string, number, integer')],
        }),
      );
    },
  );

  test('refuses parameters that are not named', () => {
    expect(accepts({path: 'string'}, {path: 'a', more: 1})).toBe(false);
  });

  test('nests', () => {
    const spec = {author: {name: 'string', email: 'string?'}};
    expect(accepts(spec, {author: {name: 'Ada'}})).toBe(true);
    expect(accepts(spec, {author: {email: 'ada@example.com'}})).toBe(false);
    expect(accepts(spec, {author: {name: 'Ada', nme: 'x'}})).toBe(false);
  });
});

describe('the long form', () => {
  test('is JSON Schema beside required, aliases and secret, which are taken out', () => {
    const spec = {
      url: {type: 'string', required: true, description: 'Where from', aliases: ['repo'], secret: true},
      directory: {type: 'string', default: '.'},
    };
    expect(normalizeSchema(spec, {direction: 'input'})).toMatchObject({
      schema: {
        type: 'object',
        properties: {url: {type: 'string', description: 'Where from'}, directory: {type: 'string', default: '.'}},
        required: ['url'],
        additionalProperties: false,
      },
      aliases: {repo: 'url'},
      secrets: ['url'],
    });
  });

  test('without required is not required', () => {
    expect(accepts({url: {type: 'string'}}, {})).toBe(true);
    expect(accepts({url: {type: 'string', required: true}}, {})).toBe(false);
  });

  test('takes shorthand as type and as items', () => {
    const spec = {paths: {type: 'string[]'}, rows: {type: 'array', items: 'integer'}, free: {type: 'any'}};
    expect(accept(spec, {paths: ['a'], rows: [1], free: {x: null}})).toEqual({
      paths: ['a'],
      rows: [1],
      free: {x: null},
    });
    expect(accepts(spec, {paths: [1]})).toBe(false);
    expect(accepts(spec, {rows: ['1']})).toBe(false);
  });

  test('reads required inside nested properties', () => {
    const spec = {author: {type: 'object', properties: {name: {type: 'string', required: true}}}};
    expect(accepts(spec, {author: {}})).toBe(false);
    expect(accepts(spec, {author: {name: 'Ada'}})).toBe(true);
  });

  test('names handles by type or by text', () => {
    for (const handle of [door, 'door']) {
      expect(schemaOf({it: {handle, required: true, description: 'A door'}})).toMatchObject({
        properties: {it: {type: ['object', 'string'], handle: 'door', description: 'A door'}},
        required: ['it'],
      });
    }
  });

  test('an enum or a choice needs no type', () => {
    expect(accepts({mode: {enum: ['a', 'b']}}, {mode: 'a'})).toBe(true);
    expect(accepts({mode: {enum: ['a', 'b']}}, {mode: 'c'})).toBe(false);
    expect(accepts({id: {anyOf: ['string', 'integer']}}, {id: 4})).toBe(true);
    expect(accepts({id: {anyOf: ['string', 'integer']}}, {id: true})).toBe(false);
  });

  test.each([[42], [null], [undefined], [() => 'string']])('%p describes no parameter', (value) => {
    expect(() => schemaOf({path: value})).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
  });
});

describe('JSON Schema', () => {
  const person = {
    type: 'object',
    properties: {name: {type: 'string', minLength: 1}, age: {type: 'integer'}},
    required: ['name'],
  };

  test('keeps its own meaning: unknown properties are taken', () => {
    expect(accept(person, {name: 'Ada', more: [1]})).toEqual({name: 'Ada', more: [1]});
    expect(accepts({...person, additionalProperties: false}, {name: 'Ada', more: 1})).toBe(false);
    expect(accepts(person, {name: ''})).toBe(false);
  });

  test('a property without a type takes anything', () => {
    const spec = {
      type: 'object',
      properties: {any: {}, titled: {title: 'Name'}, bounded: {minimum: 3}, yes: true, dated: {format: 'date'}},
    };
    expect(accepts(spec, {any: [1], titled: {x: 1}, bounded: 3, yes: 'yes', dated: '2026-01-31'})).toBe(true);
    expect(accepts(spec, {bounded: 2})).toBe(false);
    expect(accepts(spec, {dated: 'tomorrow'})).toBe(false);
  });

  test('a property may be forbidden', () => {
    const spec = {type: 'object', properties: {old: false, name: {type: 'string'}}} as SchemaSpec;
    expect(accepts(spec, {name: 'a'})).toBe(true);
    expect(accepts(spec, {old: 1})).toBe(false);
  });

  test('2020-12: prefixItems, $defs, dependentRequired, unevaluatedProperties', () => {
    const spec = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {pair: {type: 'array', prefixItems: [{type: 'string'}, {$ref: '#/$defs/count'}], items: false}},
      dependentRequired: {a: ['b']},
      $defs: {count: {type: 'integer'}},
    };
    expect(accepts(spec, {pair: ['a', 1]})).toBe(true);
    expect(accepts(spec, {pair: ['a', 'b']})).toBe(false);
    expect(accepts(spec, {pair: ['a', 1, 2]})).toBe(false);
    expect(accepts(spec, {a: 1})).toBe(false);
  });

  test('draft-07: a list of items, definitions, dependencies', () => {
    const spec = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        pair: {type: 'array', items: [{type: 'string'}, {$ref: '#/definitions/count'}], additionalItems: false},
      },
      dependencies: {a: ['b']},
      definitions: {count: {type: 'integer'}},
    } as unknown as SchemaSpec;
    expect(accepts(spec, {pair: ['a', 1]})).toBe(true);
    expect(accepts(spec, {pair: ['a', 'b']})).toBe(false);
    expect(accepts(spec, {pair: ['a', 1, 2]})).toBe(false);
    expect(accepts(spec, {a: 1})).toBe(false);
  });

  test('one schema can be used by two tools, also with the same $id', () => {
    const spec = {$id: 'https://example.com/person', ...person};
    expect(accepts(spec, {name: 'Ada'})).toBe(true);
    expect(accepts(spec, {name: 'Ada'})).toBe(true);
    expect(accepts({...spec, required: ['age']}, {name: 'Ada'})).toBe(false);
  });

  test('jsonSchema() marks what does not look like it', () => {
    const spec = jsonSchema({
      type: 'object',
      patternProperties: {'^x-': {type: 'string'}},
      additionalProperties: false,
    });
    expect(accepts(spec, {'x-a': 'b'})).toBe(true);
    expect(accepts(spec, {a: 'b'})).toBe(false);
    expect(accepts(jsonSchema({}), {whatever: 1})).toBe(true);
  });

  test('an unknown dialect is refused, not guessed at', () => {
    const spec = {...person, $schema: 'https://example.com/my-dialect'};
    expect(() => accept(spec, {name: 'Ada'})).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
  });

  test('unknown keywords and formats are left to those who know them', () => {
    const spec = {type: 'object', properties: {it: {type: 'string', format: 'x-slug', 'x-order': 3, example: 'a'}}};
    expect(accepts(spec, {it: 'a'})).toBe(true);
  });
});

describe('outputs', () => {
  test('may be a value of their own', () => {
    expect(outputOf({handle: door})).toEqual({type: ['object', 'string'], handle: 'door'});
    expect(outputOf('string[]')).toEqual({type: 'array', items: {type: 'string'}});
    expect(outputOf({type: 'array', items: {name: 'string'}})).toMatchObject({type: 'array', items: {type: 'object'}});
  });

  test('are a map of properties otherwise, also with properties named like keywords', () => {
    expect(outputOf({hash: 'string', type: 'string'})).toMatchObject({
      type: 'object',
      properties: {hash: {type: 'string'}, type: {type: 'string'}},
      required: ['hash', 'type'],
    });
    expect(outputOf({handle: 'string', path: 'string'})).toMatchObject({type: 'object', required: ['handle', 'path']});
  });
});

describe('Standard Schema (zod 4)', () => {
  const spec = z.object({
    email: z.string().refine((value) => value.endsWith('@example.com'), 'must be at example.com'),
    limit: z.int().default(10),
    when: z
      .string()
      .transform((text) => text.length)
      .optional(),
  });

  test('is validated by ajv first, then by its own rules', async () => {
    await expect(Promise.resolve(accept(spec, {email: 'ada@example.com'}))).resolves.toEqual({
      email: 'ada@example.com',
      limit: 10,
    });
    expect(() => accept(spec, {email: 4})).toThrow(expect.objectContaining({code: 'TYPE_MISMATCH'}));
    await expect(Promise.resolve(accept(spec, {email: 'ada@elsewhere.org'}))).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Parameter "email": must be at example.com',
      outcome: 'not_executed',
    });
  });

  test('transforms reach the tool', async () => {
    await expect(Promise.resolve(accept(spec, {email: 'ada@example.com', when: 'noon'}))).resolves.toMatchObject({
      when: 4,
    });
  });

  test('rules count where an input is only checked', () => {
    const schema = new InputSchema(normalizeSchema(spec, {direction: 'input'}));
    expect(schema.check({email: 'ada@example.com'}, limits)).toEqual([]);
    expect(schema.check({email: 'ada@elsewhere.org'}, limits)).toMatchObject([{path: 'email', rule: 'refine'}]);
  });

  test('may describe one parameter', () => {
    expect(accepts({tags: z.array(z.string()).min(1)}, {tags: ['a']})).toBe(true);
    expect(accepts({tags: z.array(z.string()).min(1)}, {tags: []})).toBe(false);
    expect(accepts({tags: z.array(z.string()).min(1)}, {})).toBe(false);
    expect(accepts({tags: z.array(z.string()).optional()}, {})).toBe(true);
  });

  test.each([
    ['email', z.email(), 'ada@example.com', 'ada'],
    ['date and time', z.iso.datetime(), '2026-01-31T10:00:00Z', 'soon'],
    ['duration', z.iso.duration(), 'P1D', 'a day'],
    ['IPv6 address', z.ipv6(), '::1', 'here'],
    ['base64', z.base64(), 'aGk=', 'a'],
  ])('the formats of zod work, whatever patterns they are made of: %s', (_name, schema, good, bad) => {
    expect(accepts(z.object({value: schema}), {value: good})).toBe(true);
    expect(accepts(z.object({value: schema}), {value: bad})).toBe(false);
    expect(accepts({value: schema}, {value: good})).toBe(true);
    expect(accepts({value: schema}, {value: bad})).toBe(false);
  });

  test('what JSON does not have is refused with what to use instead', () => {
    expect(() => accept(z.object({at: z.date()}), {at: '2026-01-31'})).toThrow(/has no JSON Schema: Date/);
  });

  test('one that gives no JSON Schema is refused by its name', () => {
    const silent = {'~standard': {version: 1, vendor: 'silent', validate: (value: unknown) => ({value})}} as const;
    expect(() => schemaOf(silent)).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG', message: 'A silent schema does not give JSON Schema'}),
    );
  });
});
