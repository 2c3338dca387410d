import {describe, expect, test} from '@jest/globals';

import {ToolError} from '../../src/contract/errors.js';
import {InputSchema} from '../../src/schema/input-schema.js';
import {normalizeSchema} from '../../src/schema/normalize.js';
import type {SchemaSpec} from '../../src/schema/spec.js';

const schema = (spec: SchemaSpec): InputSchema => new InputSchema(normalizeSchema(spec, {direction: 'input'}));
const accept = (spec: SchemaSpec, input: unknown): unknown => schema(spec).accept(input, {maxDepth: 64});

/** The error of a refused input. */
function refusal(spec: SchemaSpec, input: unknown): ToolError {
  try {
    accept(spec, input);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error(`Accepted ${JSON.stringify(input)}`);
}

const clone = {
  url: {type: 'string', required: true, aliases: ['repo', 'repository']},
  directory: {type: 'string', default: '.'},
  depth: {type: 'integer', minimum: 1},
  protocol: {enum: ['https', 'ssh']},
  password: 'string?',
} as const;

describe('accepted input', () => {
  test('has its defaults and is frozen, and the caller keeps his own', () => {
    const given = {url: 'x'};
    const input = accept(clone, given);
    expect(input).toEqual({url: 'x', directory: '.'});
    expect(Object.isFrozen(input)).toBe(true);
    expect(given).toEqual({url: 'x'});
    expect(Object.isFrozen(given)).toBe(false);
  });

  test('is frozen to its depths, defaults included', () => {
    const spec = {options: {type: 'object', default: {deep: [1]}}, list: 'string[]?'};
    const input = accept(spec, {list: ['a']}) as {options: {deep: number[]}; list: string[]};
    expect([input, input.options, input.options.deep, input.list].every((value) => Object.isFrozen(value))).toBe(true);
  });

  test('a default object is not shared between two calls', () => {
    const spec = {options: {type: 'object', default: {deep: []}}};
    const first = accept(spec, {}) as {options: unknown};
    const second = accept(spec, {}) as {options: unknown};
    expect(first).toEqual(second);
    expect(first.options).not.toBe(second.options);
  });

  test('nothing at all counts as no parameters', () => {
    expect(accept({limit: {type: 'integer', default: 3}}, undefined)).toEqual({limit: 3});
  });

  test('undefined counts as not given', () => {
    expect(accept(clone, {url: 'x', directory: undefined})).toEqual({url: 'x', directory: '.'});
    expect(refusal(clone, {url: undefined}).code).toBe('MISSING_PARAMETER');
  });

  test('other names of a parameter are resolved before it is validated', () => {
    expect(accept(clone, {repo: 'x'})).toEqual({url: 'x', directory: '.'});
    expect(refusal(clone, {repo: 4})).toMatchObject({code: 'TYPE_MISMATCH', context: {issues: [{path: 'url'}]}});
    expect(refusal(clone, {repo: 'x', url: 'y'})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Parameter "url" is given twice, as "url" and as "repo"',
      outcome: 'not_executed',
    });
    expect(refusal(clone, {repo: 'x', repository: 'y'}).code).toBe('INVALID_PARAMETER');
  });

  test('values with toJSON are taken as their JSON', () => {
    const when = new Date(0);
    expect(accept({when: {type: 'string', format: 'date-time'}, more: 'object?'}, {when, more: {when}})).toEqual({
      when: '1970-01-01T00:00:00.000Z',
      more: {when: '1970-01-01T00:00:00.000Z'},
    });
  });
});

describe('refused input says', () => {
  test('which parameter is missing, and what it would be', () => {
    expect(refusal(clone, {})).toMatchObject({
      code: 'MISSING_PARAMETER',
      message: 'Required parameter "url" is missing',
      suggestions: ['Provide a "url" parameter'],
      outcome: 'not_executed',
      context: {issues: [{path: 'url', rule: 'required', expected: 'string'}]},
    });
  });

  test('which type was received and which is wanted', () => {
    expect(refusal(clone, {url: 42})).toMatchObject({
      code: 'TYPE_MISMATCH',
      message: 'Parameter "url" must be string, received number 42',
      context: {issues: [{path: 'url', rule: 'type', received: 'number 42', expected: 'string'}]},
    });
  });

  test('which name was meant by a typo', () => {
    expect(refusal(clone, {url: 'x', directroy: 'y'})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Unknown parameter "directroy". Did you mean "directory" instead of "directroy"?',
      suggestions: ['Did you mean "directory" instead of "directroy"?'],
    });
    expect(refusal(clone, {url: 'x', zzzzzzz: 'y'}).suggestions).toEqual([
      'Use one of url, directory, depth, protocol, password',
    ]);
    expect(refusal({}, {a: 1}).suggestions).toEqual(['Use no parameters']);
  });

  test('which values there are, and the nearest', () => {
    expect(refusal(clone, {url: 'x', protocol: 'htps'})).toMatchObject({
      code: 'INVALID_PARAMETER',
      suggestions: ['Did you mean "https"?'],
    });
    expect(refusal(clone, {url: 'x', protocol: 7}).message).toBe(
      'Parameter "protocol" must be one of https, ssh; received number 7',
    );
  });

  test('what may be given, where the schema has examples, and that it must not be empty', () => {
    const schema = {
      place: {type: 'string', minLength: 1, examples: ['memory', './data']},
      names: {type: 'array', minItems: 1, items: {type: 'string', minLength: 2}},
    } as const;
    expect(refusal(schema, {place: true}).suggestions).toEqual([
      'Give "place" as string, such as "memory" or "./data"',
    ]);
    expect(refusal(schema, {place: ''})).toMatchObject({
      message: 'Parameter "place" must not be empty; received string ""',
      suggestions: ['Give "place" at least one character'],
    });
    expect(refusal(schema, {names: []}).message).toBe('Parameter "names" must not be empty; received array of 0');
    expect(refusal(schema, {names: ['']}).message).toContain('must NOT have fewer than 2 characters');
  });

  test('which rule was broken', () => {
    expect(refusal(clone, {url: 'x', depth: 0})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Parameter "depth" must be >= 1; received number 0',
    });
  });

  test('where in a nested value it is', () => {
    const spec = {files: {type: 'array', items: {name: 'string'}}};
    expect(refusal(spec, {files: [{name: 'a'}, {name: 1}]}).message).toBe(
      'Parameter "files[1].name" must be string, received number 1',
    );
    expect(refusal(spec, {files: [{}]}).message).toBe('Required parameter "files[0].name" is missing');
  });

  test('how many more problems there are, all of them in the context', () => {
    const error = refusal(clone, {depth: 'x', protocol: 'ftp'});
    expect(error.message).toMatch(/\(and 2 more\)$/);
    expect(error.context).toMatchObject({issues: [{path: 'url'}, {path: 'depth'}, {path: 'protocol'}]});
  });

  test('that the input is no object', () => {
    for (const [input, received] of [
      [null, 'null'],
      ['text', 'string "text"'],
      [[1, 2], 'array of 2'],
      [5, 'number 5'],
    ] as const) {
      expect(refusal(clone, input)).toMatchObject({
        code: 'TYPE_MISMATCH',
        message: `Input must be an object, received ${received}`,
        outcome: 'not_executed',
      });
    }
  });

  test('nothing of a secret', () => {
    const spec = {
      password: 'integer?',
      tokens: {type: 'array', items: {type: 'integer'}},
      login: {credentials: {user: 'integer'}},
    };
    const secrets = {password: 'canary-1', tokens: ['canary-2'], login: {credentials: {user: 'canary-3'}}};
    expect(JSON.stringify([refusal(spec, secrets).message, refusal(spec, secrets).context])).not.toContain('canary');
  });

  test('only a little of a long value or name', () => {
    const long = 'x'.repeat(100_000);
    expect(refusal({a: 'integer'}, {a: long}).message.length).toBeLessThan(300);
    expect(refusal({a: 'integer'}, {a: 1, [long]: 1}).message.length).toBeLessThan(300);
  });
});

describe('what is not JSON is refused before anything runs', () => {
  const spec = {value: 'any?', list: 'any[]?'};

  test.each([
    ['a function', () => 1, 'is a function'],
    ['a symbol', Symbol('x'), 'is a symbol'],
    ['a BigInt', 10n, 'is a bigint'],
    ['NaN', NaN, 'is NaN'],
    ['Infinity', Infinity, 'is Infinity'],
  ])('%s', (_name, value, why) => {
    expect(refusal(spec, {value})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringContaining(`"value" ${why}`),
    });
    expect(refusal(spec, {list: [value]}).message).toContain(`"list[0]" ${why}`);
  });

  test('a number that is none, where only numbers are taken', () => {
    expect(refusal({limit: 'number'}, {limit: NaN}).code).toBe('TYPE_MISMATCH');
  });

  test('a cycle', () => {
    const value: Record<string, unknown> = {};
    value['self'] = value;
    expect(refusal(spec, {value})).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: 'Input is nested too deeply or refers to itself',
    });
  });

  test('a value that grows without end where it is read', () => {
    let value: unknown = {};
    for (let level = 0; level < 60; level++) value = {left: value, right: value};
    expect(refusal(spec, {value}).code).toBe('LIMIT_EXCEEDED');
    expect(refusal(spec, {list: new Array(4_000_000_000)}).code).toBe('LIMIT_EXCEEDED');
  });

  test('a getter that throws, by its name', () => {
    const input = {
      get value(): string {
        throw new Error('not today');
      },
    };
    for (const open of [spec, {value: 'string'}]) {
      expect(refusal(open, input)).toMatchObject({
        code: 'INVALID_PARAMETER',
        message: 'Parameter "value" could not be read: not today',
      });
    }
  });

  test('an input that can not be read at all', () => {
    const {proxy, revoke} = Proxy.revocable({}, {});
    revoke();
    for (const open of [spec, {value: 'string'}]) expect(refusal(open, proxy).code).toBe('INVALID_PARAMETER');
  });

  test('__proto__ at any depth', () => {
    const flat: unknown = JSON.parse('{"__proto__": {"admin": true}}');
    const deep: unknown = JSON.parse('{"value": [{"__proto__": {"admin": true}}]}');
    expect(refusal(spec, flat)).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringContaining('__proto__'),
    });
    expect(refusal({name: 'string?'}, flat)).toMatchObject({code: 'INVALID_PARAMETER'});
    expect(refusal(spec, deep).code).toBe('INVALID_PARAMETER');
    expect(({} as {admin?: boolean}).admin).toBeUndefined();
  });
});

describe('check', () => {
  test('answers the issues that accept would throw', () => {
    expect(schema(clone).check({url: 'x'}, {maxDepth: 64})).toEqual([]);
    expect(schema(clone).check({url: 1}, {maxDepth: 64})).toMatchObject([{path: 'url', code: 'TYPE_MISMATCH'}]);
    expect(schema(clone).check(null, {maxDepth: 64})).toMatchObject([{path: '', code: 'TYPE_MISMATCH'}]);
  });
});
