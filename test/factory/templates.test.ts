import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {compileTemplate} from '../../src/factory/template.js';
import {resolvePath} from '../../src/factory/method-path.js';

const fill = (
  template: unknown,
  input: Record<string, unknown> = {},
  config: Record<string, unknown> = {},
  env: Record<string, string> = {},
): unknown => compileTemplate(template).fill({input, config, env});

describe('a template', () => {
  test('that is one placeholder keeps the type of the value; within a text it becomes text', () => {
    expect(fill('{a}', {a: 3})).toBe(3);
    expect(fill('{a.b}', {a: {b: [1]}})).toEqual([1]);
    expect(fill('n={a}', {a: 3})).toBe('n=3');
    expect(fill('n={a}', {a: {b: 1}})).toBe('n={"b":1}');
    expect(fill({list: ['{a}', {deep: '{a}'}]}, {a: true})).toEqual({list: [true, {deep: true}]});
  });

  test('whose value is missing is left out of objects, and undefined as a whole', () => {
    expect(fill('{a}')).toBeUndefined();
    expect(fill('n={a}')).toBeUndefined();
    expect(fill({x: '{a}', y: 1})).toEqual({y: 1});
    expect(fill('n={a}', {a: null})).toBeUndefined();
  });

  test('writes braces: doubled ones are a text, others that are no name stand for themselves', () => {
    expect(fill('{{a}}', {a: 1})).toBe('{a}');
    expect(fill('{"a": {"b": 1}}', {a: 1})).toBe('{"a": {"b": 1}}');
    expect(fill('{}', {})).toBe('{}');
  });

  test('takes runtime values and variables of the environment, with a default', () => {
    expect(fill({$config: 'http.token'}, {}, {http: {token: 't'}})).toBe('t');
    expect(fill({$env: 'KEY'}, {}, {}, {KEY: 'k'})).toBe('k');
    expect(fill({$config: 'port', default: 80})).toBe(80);
    expect(fill({$set: {a: '{a}'}}, {a: 1})).toEqual({$set: {a: 1}});
  });

  test('is filled once: braces in a value are the value', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fill(['{a}', 'x{a}y{b}z'], {a, b})).toEqual([a, `x${a}y${b}z`]);
        expect(fill({$config: 'a'}, {b}, {a})).toBe(a);
      }),
    );
    expect(fill('{a}', {a: '{b}', b: 'never'})).toBe('{b}');
  });

  test('gives data without placeholders as it is', () => {
    const data = fc.jsonValue().filter((value) => !/[{$]\w|__proto__/.test(JSON.stringify(value).replaceAll('{"', '')));
    fc.assert(
      fc.property(data, (value) => {
        expect(fill(value)).toEqual(value);
      }),
    );
  });

  test('never reaches a prototype, whatever path and input are', () => {
    const step = fc.constantFrom('a', 'constructor', '__proto__', 'prototype', 'toString', 'length', 'call');
    fc.assert(
      fc.property(fc.array(step, {minLength: 1, maxLength: 4}), fc.object(), (steps, input) => {
        const value = fill(`{${steps.join('.')}}`, input);
        expect(typeof value).not.toBe('function');
        if (steps.some((one) => one.includes('proto') || one === 'constructor')) expect(value).toBeUndefined();
      }),
    );
  });
});

describe('the path of a method', () => {
  test('keeps the object that the function stands in', () => {
    const library = {
      math: {
        factor: 2,
        double(this: {factor: number}, n: number) {
          return n * this.factor;
        },
      },
    };
    const found = resolvePath(library, 'math.double');
    expect(found?.owner).toBe(library.math);
    expect(resolvePath(library, 'math.missing')?.value).toBeUndefined();
    expect(resolvePath(library, 'missing.double')).toBeUndefined();
  });

  test('never leads to Function or a prototype', () => {
    const step = fc.constantFrom(
      'a',
      'f',
      'constructor',
      '__proto__',
      'prototype',
      'call',
      'bind',
      '__lookupGetter__',
      'toString',
    );
    const library = {a: {f: () => 1}, f: Object.assign(() => 2, {a: {}})};
    fc.assert(
      fc.property(fc.array(step, {minLength: 1, maxLength: 5}), (steps) => {
        const found = resolvePath(library, steps.join('.'));
        expect([Function, Function.prototype, Object.prototype, Object]).not.toContain(found?.value);
      }),
    );
  });
});
