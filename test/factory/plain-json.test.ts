import {createHash} from 'node:crypto';
import {stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {ToolError} from '../../src/contract/errors.js';
import {toPlainJson} from '../../src/factory/plain-json.js';

describe('what a library answers becomes plain JSON', () => {
  test('values that JSON knows stay as they are', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({noUnicodeString: false}).filter((value) => !JSON.stringify(value).includes('__proto__')),
        (value) => {
          expect(JSON.stringify(toPlainJson(value))).toBe(JSON.stringify(value));
        },
      ),
    );
  });

  test('whatever goes in, JSON comes out or an error that says where', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (value) => {
          try {
            const plain = toPlainJson(value) ?? null;
            expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
          } catch (error) {
            expect(error).toMatchObject({code: 'INVALID_OUTPUT'});
          }
        },
      ),
    );
  });

  test.each([
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid date', new Date(NaN), null],
    ['bytes', Buffer.from('hi'), 'aGk='],
    ['a typed array', new Uint8Array([1, 2]), 'AQI='],
    ['a map with text keys', new Map([['a', new Date(0)]]), {a: '1970-01-01T00:00:00.000Z'}],
    ['any other map', new Map([[1, 'a']]), [[1, 'a']]],
    ['a set', new Set([1, 2]), [1, 2]],
    ['a URL', new URL('http://a.test/x'), 'http://a.test/x'],
    ['search parameters', new URLSearchParams('a=1'), {a: '1'}],
    ['a pattern', /a+/g, '/a+/g'],
    ['an error', Object.assign(new TypeError('no'), {code: 'E_NO'}), {name: 'TypeError', message: 'no', code: 'E_NO'}],
    ['a thing with toJSON', {toJSON: () => ({a: 1})}, {a: 1}],
    ['not a number', [NaN, Infinity], [null, null]],
    ['functions in a structure', {a: 1, f: () => 1, list: [() => 1]}, {a: 1, list: [null]}],
    [
      'an HTTP answer',
      {data: 1, status: 200, statusText: 'OK', headers: {a: 'b'}, config: {auth: 's'}, request: {}},
      {data: 1, status: 200, headers: {a: 'b'}},
    ],
  ])('%s', (_what, value, expected) => {
    expect(toPlainJson(value)).toEqual(expected);
  });

  test('the facts of a file have its type', async () => {
    expect(toPlainJson(await stat('.'))).toMatchObject({type: 'directory'});
  });

  test('instances give their own fields', () => {
    class Point {
      x = 1;
      #hidden = 2;
      get sum(): number {
        return this.x + this.#hidden;
      }
    }
    expect(toPlainJson(new Point())).toEqual({x: 1});
  });

  const cycle: Record<string, unknown> = {};
  cycle['a'] = [{b: cycle}];
  test.each([
    ['a cycle', cycle, 'a[0].b'],
    ['a BigInt', {rows: [{id: 1n}]}, 'rows[0].id'],
    ['a function', () => 1, ''],
    [
      'a getter that throws',
      {
        a: {
          get b(): number {
            throw new Error('no');
          },
        },
      },
      'a.b',
    ],
    ['a stream', {hash: createHash('md5')}, 'hash'],
  ])('%s is INVALID_OUTPUT with its path', (_what, value, path) => {
    let thrown: unknown;
    try {
      toPlainJson(value);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ToolError);
    expect(thrown).toMatchObject({code: 'INVALID_OUTPUT', context: {path}, outcome: 'unknown'});
  });

  test.each([
    ['is a stream', Readable.from(['x'])],
    ['is a stream', new ReadableStream()],
    [
      'is an async generator',
      (async function* () {
        yield await Promise.resolve(1);
      })(),
    ],
    ['is an async iterator', {cursor: 1, [Symbol.asyncIterator]: () => ({next: () => Promise.resolve({done: true})})}],
    [
      'is a generator',
      (function* () {
        yield 1;
      })(),
    ],
    ['is an iterator', new Map([[1, 2]]).values()],
    ['is a Response whose body was not read', new Response('hi')],
    ['is a Promise', Promise.resolve(1)],
    [
      'is a Promise',
      new (class Query {
        then(): void {
          /* runs when it is awaited */
        }
      })(),
    ],
    ['is a Blob', new Blob(['x'])],
  ])('what %s is no empty object, wherever it stands', (what, value) => {
    for (const [given, place] of [
      [value, 'The answer'],
      [{rows: [value]}, '"rows[0]" of the answer'],
    ] as const) {
      expect(() => toPlainJson(given)).toThrow(
        expect.objectContaining({
          code: 'INVALID_OUTPUT',
          message: `${place} ${what}, which is not JSON`,
          suggestions: [
            'Choose a method that answers the content itself',
            'Keep the object behind a handle with returns: {handle: "name"}',
          ],
        }),
      );
    }
  });

  test('the same object in two places is no cycle', () => {
    const shared = {a: 1};
    expect(toPlainJson([shared, shared])).toEqual([{a: 1}, {a: 1}]);
  });
});
