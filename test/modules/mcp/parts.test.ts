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
import type {McpConfig} from '../../../modules/mcp/options.js';
import {announceSecrets} from '../../../modules/mcp/settings.js';
import {jsonSchema, Runtime, Tool} from '../../../src/sdk.js';

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

/** Knows one secret. */
const secrets = new Runtime().redactor;
secrets.add('Zq7Kd93hfLx02mVbT5rWnYpA');

test('of an endless stream the last bytes are kept', () => {
  const tail = new Tail(10);
  for (let number = 0; number < 1000; number++) tail.push(Buffer.from(`${String(number)} `));
  expect(tail.text(secrets)).toBe('7 998 999');
});

test('CO06 of a secret on the way to stderr nothing is left where its beginning is forgotten', () => {
  for (let size = 1; size < 60; size++) {
    const [tail, whole] = [new Tail(size), new Tail(1000)];
    for (const words of ['The key is Zq7Kd93hf', 'Lx02mVbT5rWnYpA, I heard\n']) {
      tail.push(Buffer.from(words));
      whole.push(Buffer.from(words));
    }
    expect('The key is [redacted], I heard').toContain(tail.text(secrets));
    expect(whole.text(secrets)).toBe('The key is [redacted], I heard');
  }
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

  test('CO06 hold no part of a secret where they are cut, also where it is spread by what nobody sees', () => {
    const spread = Array.from('Zq7Kd93hfLx02mVbT5rWnYpA').join('\u200b');
    for (const secret of [spread, 'Zq7Kd93hfLx02mVbT5rWnYpA']) {
      for (let before = 0; before < 120; before++) {
        const text = `${'\u200b'.repeat(3 * before)}${'x'.repeat(before)}${secret} and more`.repeat(3);
        expect(cleanText(text, 40, secrets)).not.toMatch(/Z|Yp/);
      }
    }
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
    const telling = {name: 'x', description: `${'.'.repeat(290)}Zq7Kd93hfLx02mVbT5rWnYpA`};
    expect(differences(was, telling, secrets).map(differenceText).join()).not.toMatch(/Zq|Yp/);
  });
});

describe('variables of a server', () => {
  const announced = (env: Record<string, string>): string => {
    const runtime = new Runtime();
    announceSecrets({server: {command: 'x', env}} as unknown as McpConfig, runtime);
    return runtime.redactor.conceal(Object.entries(env).join(' '));
  };
  const secret = 'Zq7Kd93hfLx02mVbT5rWnYpA';

  test.each([
    ['LICENSE', secret],
    ['GH_PAT', `ghp_${secret}`],
    ['DSN', `postgres://ada:p4ss@db.example.com/app`],
    ['CONNECTION_STRING', 'Server=db;User Id=ada;Password=hunter'],
    ['SESSION', '550e8400-e29b-41d4-a716-446655440000'],
    ['STRANGE', 'correct$horse'],
    ['KEY_FILE', `/${secret}+${secret}`],
    ['API_KEY', 'short'],
  ])('CO06 %s=%s is known for a secret by its value, or by its name', (name, value) => {
    expect(announced({[name]: value})).toBe(`${name},[redacted]`);
  });

  test('CO06 the password of an address is one alone, too', () => {
    const runtime = new Runtime();
    const env = {DSN: 'postgres://ada:p4ss%2Fword@db/app', LINK: 'Server=db;Password=hunter22'};
    announceSecrets({server: {command: 'x', env}} as unknown as McpConfig, runtime);
    expect(runtime.redactor.text('refused p4ss/word, hunter22')).toBe('refused [redacted], [redacted]');
  });

  test.each([
    ['MODE', 'production'],
    ['LANG', 'en_US.UTF-8'],
    ['ROOT', '/home/ada/haft-aB3dE9/data'],
    ['PATH', '/usr/local/bin:/usr/bin:~/.nvm/versions/node/v20.20.2/bin'],
    ['FOLDER', 'C:\\Users\\ada\\Documents'],
    ['URL', 'http://localhost:3000/mcp?page=2'],
    ['MODEL', 'gpt-4o-mini, text-embedding-ada-002'],
    ['TIMEOUT', '30000000ms'],
    ['DEBUG', 'mcp:*,-http'],
    ['MAIL', 'ada@example.com'],
  ])('%s=%s is plainly none', (name, value) => {
    expect(announced({[name]: value})).toBe(`${name},${value}`);
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
