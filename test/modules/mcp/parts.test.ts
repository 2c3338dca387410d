import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {cleanText} from '../../../modules/mcp/clean-text.js';
import {tellingLine} from '../../../modules/mcp/connection/telling-line.js';
import {changedParts, differences, differenceText} from '../../../modules/mcp/definitions/difference.js';
import {fingerprintOf} from '../../../modules/mcp/definitions/fingerprint.js';
import {isNamed, methodName} from '../../../modules/mcp/definitions/names.js';
import {isPlainSchema} from '../../../modules/mcp/definitions/plain-schema.js';
import type {Definition} from '../../../modules/mcp/definitions/read-definition.js';
import {unknownParameters} from '../../../modules/mcp/definitions/unknown-parameters.js';
import {LineReader} from '../../../modules/mcp/stdio/line-reader.js';
import {Tail} from '../../../modules/mcp/stdio/tail.js';
import {jsonSchema, Tool} from '../../../src/sdk.js';

describe('lines', () => {
  const read = (chunks: readonly Buffer[], maxBytes = 1000): {lines: string[]; overflows: number} => {
    const seen = {lines: [] as string[], overflows: 0};
    const reader = new LineReader(
      maxBytes,
      (line) => void seen.lines.push(line),
      () => {
        seen.overflows++;
      },
    );
    for (const chunk of chunks) reader.push(chunk);
    return seen;
  };

  test('are the same however the stream is cut, in the middle of a character too', () => {
    fc.assert(
      fc.property(fc.array(fc.string({unit: 'binary'})), fc.array(fc.nat(50)), (texts, cuts) => {
        const lines = texts.map((text) => text.replaceAll(/[\n\uD800-\uDFFF]/g, '€'));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const ends = [...new Set([0, ...cuts, bytes.length].map((cut) => Math.min(cut, bytes.length)))].sort(
          (a, b) => a - b,
        );
        const chunks = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
        expect(read(chunks, 10_000)).toEqual({lines, overflows: 0});
      }),
    );
  });

  test('MC04 one that is too long is told once, and nothing is read behind it', () => {
    const long = Buffer.from('x'.repeat(600));
    expect(read([Buffer.from('short\n'), long, long, Buffer.from('\nnext\n')])).toEqual({
      lines: ['short'],
      overflows: 1,
    });
  });
});

test('of an endless stream the last bytes are kept', () => {
  const tail = new Tail(10);
  for (let number = 0; number < 1000; number++) tail.push(Buffer.from(`${String(number)} `));
  expect(tail.text()).toBe('7 998 999');
});

describe('the line that tells why a program died', () => {
  test.each([
    [
      'node:internal/modules/cjs/loader:1143\n  throw err;\n  ^\n\nError: no x\n    at f (a.js:1:2) {\n  code: 1\n}\n\nNode.js v20',
      'Error: no x',
    ],
    [
      'Traceback (most recent call last):\n  File "a.py", line 1\n    raise ValueError(1)\nValueError: 1',
      'ValueError: 1',
    ],
    ['sh: 1: no-such: not found\nbye', 'sh: 1: no-such: not found'],
    [
      'npm error code E404\nnpm error 404 Not Found - GET x\nnpm error A complete log is there',
      'npm error 404 Not Found - GET x',
    ],
    ['Starting\nNo API key\n\nNode.js v20.20.2', 'No API key'],
    ['file:///a/b.mjs:3\nthrow new Error(text);\n      ^\n\nError: deep\n    at a', 'Error: deep'],
    ['  indented Error: x\n', 'indented Error: x'],
    ['Node.js v20.20.2', ''],
    ['', ''],
  ])('of %j is %j', (words, line) => {
    expect(tellingLine(words)).toBe(line);
  });
});

describe('unknown parameters', () => {
  const warnings = (schema: object, input: Record<string, unknown>): readonly string[] =>
    unknownParameters(
      {tool: 'read', approved: {inputSchema: {type: 'object', ...schema}} as unknown as Definition},
      input,
    );
  const properties = {path: {type: 'string'}, head: {type: 'number'}};

  test('are told with what was probably meant', () => {
    expect(warnings({properties}, {path: 'x', haed: 1, colour: 2})).toEqual([
      '"haed" is no parameter of read; did you mean "head"?',
      '"colour" is no parameter of read',
    ]);
    expect(warnings({properties}, {toString: 1})).toHaveLength(1);
    expect(
      warnings({properties}, Object.fromEntries(Array.from({length: 99}, (_, at) => [`k${String(at)}`, 1]))),
    ).toHaveLength(5);
  });

  test.each([
    [{}, {x: 1}],
    [{properties}, {path: 'x', head: 1}],
    [{properties, additionalProperties: true}, {haed: 1}],
    [{properties, patternProperties: {'^h': {}}}, {haed: 1}],
    [{properties, anyOf: [{properties: {haed: {}}}]}, {haed: 1}],
  ])('are none for %j and %j', (schema, input) => {
    expect(warnings(schema, input)).toEqual([]);
  });
});

describe('texts of strangers', () => {
  test('lose what nobody sees, and keep what everybody reads', () => {
    expect(cleanText('tab\there\r\nnew line é 漢字 🎉', 100)).toBe('tab\there\nnew line é 漢字 🎉');
    expect(cleanText('\u001b]8;;http://x\u0007link\u001b]8;;\u0007 \u009b31mred', 100)).toBe('link red');
    expect(cleanText('a\u200bb\u202ec\u{E0061}d\u2028e\u0000f', 100)).toBe('abcdef');
  });

  test('are bounded, whatever they are made of', () => {
    fc.assert(fc.property(fc.string({unit: 'binary', maxLength: 200}), (text) => cleanText(text, 20).length <= 20));
    expect(cleanText('\u200b'.repeat(1_000_000), 10)).toBe('');
  });
});

describe('definitions', () => {
  test('have one fingerprint in whatever order their keys are', () => {
    const one = {name: 'x', inputSchema: {type: 'object', properties: {a: {}, b: {type: 'string'}}}};
    const other = {inputSchema: {properties: {b: {type: 'string'}, a: {}}, type: 'object'}, name: 'x'};
    expect(fingerprintOf(one)).toBe(fingerprintOf(other));
    expect(fingerprintOf(one)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(fingerprintOf({inputSchema: {enum: ['a', 'b']}})).not.toBe(fingerprintOf({inputSchema: {enum: ['b', 'a']}}));
    expect(fingerprintOf({inputSchema: JSON.parse('{"__proto__": 1}')})).not.toBe(fingerprintOf({inputSchema: {}}));
  });

  test('differ in readable lines', () => {
    const was = {name: 'x', description: 'Reads', inputSchema: {properties: {path: {type: 'string'}}}};
    const is = {
      name: 'x',
      description: 'Reads all',
      inputSchema: {properties: {path: {type: 'number'}}},
      annotations: {},
    };
    const found = differences(was, is);
    expect(found.map(differenceText)).toEqual([
      'description: "Reads" → "Reads all"',
      'inputSchema.properties.path.type: "string" → "number"',
      'annotations: nothing → {}',
    ]);
    expect(changedParts(found)).toEqual(['description', 'inputSchema', 'annotations']);
    expect(differences(was, was)).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['read_file', ['read_*'], true],
    ['read_file', ['*file'], true],
    ['read_file', ['r*d*e'], true],
    ['read_file', ['read'], false],
    ['read_file', ['*x*'], false],
    ['aba', ['ab*ba'], false],
    ['anything', ['*'], true],
    ['anything', [], false],
  ])('%s among %j: %j', (name, patterns, expected) => {
    expect(isNamed(name, patterns)).toBe(expected);
  });

  test('are methods as JavaScript spells them', () => {
    expect(['get-sum', 'read_text_file', 'a.b', 'echo', 'Get-Sum', '-x-'].map(methodName)).toEqual([
      'getSum',
      'readTextFile',
      'aB',
      undefined,
      'getSum',
      undefined,
    ]);
  });
});

test('a schema that is plain at a glance compiles', () => {
  const leaf = fc.record(
    {
      type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array', 'strnig'),
      description: fc.string(),
      minimum: fc.oneof(fc.integer(), fc.string()),
      maxLength: fc.integer({min: -2, max: 5}),
      enum: fc.array(fc.string(), {maxLength: 3}),
      required: fc.array(fc.constantFrom('a', 'b'), {maxLength: 3}),
      pattern: fc.constantFrom('^a', '('),
      default: fc.jsonValue(),
    },
    {requiredKeys: []},
  );
  const schema = fc.letrec<{schema: object}>((tie) => ({
    schema: fc.oneof(
      {depthSize: 'small'},
      leaf,
      fc.record({type: fc.constant('object'), properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'))}),
      fc.record({items: tie('schema')}),
      fc.record({anyOf: fc.array(tie('schema'), {maxLength: 2})}),
    ),
  })).schema;
  let plain = 0;
  fc.assert(
    fc.property(schema, (given) => {
      if (!isPlainSchema(given)) return;
      plain++;
      const input = jsonSchema({...given});
      new Tool({name: 'x', execute: () => undefined, getMetadata: () => ({input})}).validate({});
    }),
    {numRuns: 400},
  );
  expect(plain).toBeGreaterThan(3);
});
