import {inspect} from 'node:util';

import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {SecretRedactor} from '../../src/audit/redactor.js';
import {threadTime} from '../support/machine-time.js';

const canary = 'c4n@ry "s&cret"/+=';

function knowing(...secrets: string[]): SecretRedactor {
  const redactor = new SecretRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe('a secret that is known by value', () => {
  const bytes = Buffer.from(canary);
  test.each([
    ['raw', canary],
    ['percent', encodeURIComponent(canary)],
    ['base64', bytes.toString('base64')],
    ['base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['JSON-escaped', JSON.stringify(canary).slice(1, -1)],
  ])('is replaced where it comes back %s', (_name, spelling) => {
    const text = `before ${spelling} between ${spelling} after`;
    expect(knowing(canary).text(text)).not.toContain(spelling);
    expect(knowing(canary).text(text)).toMatch(/^before \[redacted\]=* between \[redacted\]=* after$/);
  });

  test('is replaced as key and as value, wherever it is', () => {
    const value = {a: [{b: `x${canary}y`}], [canary]: 1};
    expect(inspect(knowing(canary).value(value), {depth: 10})).not.toContain('c4n@ry');
    expect(inspect(knowing(canary).conceal(value), {depth: 10})).not.toContain('c4n@ry');
  });

  test('is replaced whole where another one is its beginning', () => {
    expect(knowing('abcd', 'abcdefgh').text('abcdefgh')).toBe('[redacted]');
    expect(knowing('abcdefgh', 'abcd').text('abcdefgh abcd')).toBe('[redacted] [redacted]');
  });

  test('shorter than four characters is left alone: it would be everywhere', () => {
    const redactor = knowing('abc', '');
    expect(redactor.size).toBe(0);
    expect(redactor.text('abc')).toBe('abc');
  });

  test('never survives in any text', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,20}$/);
    fc.assert(
      fc.property(secret, fc.array(fc.string(), {minLength: 1}), (hidden, parts) => {
        expect(knowing(hidden).text(parts.join(hidden)).split('[redacted]').join('')).not.toContain(hidden);
      }),
    );
  });
});

describe('a secret that is known by value, in parts', () => {
  test('is found in base64 of more than itself, wherever it is in it', () => {
    const secret = 'Zq7Kd93hfLx02mVbT5rWnYpA9';
    fc.assert(
      fc.property(fc.uint8Array({maxLength: 9}), fc.uint8Array({maxLength: 9}), (before, after) => {
        for (const encoding of ['base64', 'base64url'] as const) {
          const text = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
          const [start = '', end = ''] = knowing(secret).text(text).split('[redacted]');
          // Of what is left, a character at each side holds bits of the secret.
          const left =
            Buffer.from(start, 'base64').length - before.length + (Buffer.from(end, 'base64').length - after.length);
          expect(left).toBeLessThanOrEqual(1);
          expect(text.length - start.length - end.length).toBeGreaterThan(secret.length);
        }
      }),
    );
  });

  test('leaves nothing where a text was cut in it', () => {
    const redactor = knowing('secret-ä-one', 'one-two');
    for (const text of ['before secret-ä-one', 'before secret-ä-one-two', 'before one-two']) {
      for (let cut = 8; cut <= Buffer.byteLength(text); cut++) {
        const start = Buffer.from(text).subarray(0, cut).toString();
        expect(redactor.text(redactor.torn(start, 'end'))).toMatch(/^before (\[redacted\])?$/);
      }
    }
    const text = 'secret-ä-one-two after';
    for (let cut = 0; cut < Buffer.byteLength(text) - 5; cut++) {
      const end = Buffer.from(text).subarray(cut).toString();
      expect(redactor.text(redactor.torn(end, 'start'))).toMatch(/^(\[redacted\](-two)?)? after$/);
    }
  });

  test('twin: a text that is cut elsewhere is left as it is', () => {
    expect(knowing('secret').torn('a line', 'end')).toBe('a line');
    expect(knowing('secret').torn('a line', 'start')).toBe('a line');
    expect(knowing().torn('', 'end')).toBe('');
  });
});

describe('a secret that is known by its place', () => {
  test.each([
    ['https://user:pass@example.com/x', 'https://[redacted]@example.com/x'],
    ['clone of https://token@example.com failed', 'clone of https://[redacted]@example.com failed'],
    ['postgres://u:p@localhost:5432/db', 'postgres://[redacted]@localhost:5432/db'],
    ['/x?token=abc&page=2', '/x?token=[redacted]&page=2'],
    ['/x?page=2&api_key=abc#top', '/x?page=2&api_key=[redacted]#top'],
    ['/x?client_secret=abc&X-Amz-Signature=def', '/x?client_secret=[redacted]&X-Amz-Signature=[redacted]'],
    ['mail ada@example.com about https://example.com', 'mail ada@example.com about https://example.com'],
    ['/x?page=2&limit=3', '/x?page=2&limit=3'],
  ])('%s', (text, expected) => {
    expect(new SecretRedactor().text(text)).toBe(expected);
  });

  test('by the name of its key', () => {
    expect(
      new SecretRedactor().value({user: 'ada', password: 'x', headers: {Authorization: 'Bearer x', accept: '*'}}),
    ).toEqual({
      user: 'ada',
      password: '[redacted]',
      headers: {Authorization: '[redacted]', accept: '*'},
    });
  });
});

describe('a copy for the log', () => {
  test('is bounded in every direction', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 100; level++) deep = {deep};
    const wide = Object.fromEntries(Array.from({length: 500}, (_, index) => [`k${String(index)}`, index]));
    let doubling: unknown = 'end';
    for (let level = 0; level < 100; level++) doubling = Array.from({length: 50}, () => doubling);
    for (const value of [
      'x'.repeat(1e6),
      deep,
      wide,
      doubling,
      Array.from({length: 1e5}, () => 'x'),
      {['k'.repeat(1e6)]: 1},
    ]) {
      expect(JSON.stringify(new SecretRedactor().value(value)).length).toBeLessThan(110_000);
    }
  });

  test('is JSON, whatever it was made of', () => {
    const cycle: Record<string, unknown> = {n: 1n, f: () => 1, s: Symbol('x'), u: undefined};
    cycle['self'] = cycle;
    Object.defineProperty(cycle, 'bad', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const {proxy, revoke} = Proxy.revocable({}, {});
    revoke();
    const copy = new SecretRedactor().value({cycle, proxy, list: [proxy]}) as {cycle: object};
    expect(copy.cycle).toMatchObject({n: '[bigint]', f: '[function]', s: '[symbol]', bad: '[unreadable]'});
    expect(() => JSON.stringify(copy)).not.toThrow();
    expect(() => new SecretRedactor().value(proxy)).not.toThrow();
  });

  test('leaves the original alone', () => {
    const value = {password: 'x', list: ['secret-1']};
    knowing('secret-1').value(value);
    expect(value).toEqual({password: 'x', list: ['secret-1']});
  });
});

describe('concealing data', () => {
  test('changes nothing but secrets, and gives the same object when there are none', () => {
    const value = {a: ['x'.repeat(10_000)], password: 'kept: it is the data of the tool'};
    expect(new SecretRedactor().conceal(value)).toBe(value);
    expect(knowing('secret-1').conceal(value)).toBe(value);
    expect(knowing('secret-1').conceal({a: 'secret-1!', n: 1})).toEqual({a: '[redacted]!', n: 1});
  });

  test('reaches frozen data, and leaves handles as they are', () => {
    const handle = Object.freeze({_handle: true, _id: 'x'});
    expect(knowing('secret-1').conceal(Object.freeze({a: 'secret-1', handle}))).toEqual({a: '[redacted]', handle});
    expect(knowing('secret-1').conceal({handle}).handle).toBe(handle);
  });
});

describe('time', () => {
  test.each([
    'x'.repeat(5_000_000),
    '?'.repeat(5_000_000),
    '?token'.repeat(500_000),
    '://'.repeat(1_000_000),
    'a://'.repeat(1_000_000),
  ])('a text of some megabytes takes a moment, whatever it is made of (%#)', (text) => {
    const started = threadTime();
    new SecretRedactor().text(text);
    expect(threadTime() - started).toBeLessThan(3000);
  });
});
