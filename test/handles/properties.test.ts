import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {defineHandle} from '../../src/contract/handle.js';
import type {Handle} from '../../src/contract/handle.js';
import {Runtime} from '../../src/core/runtime.js';

const thing = defineHandle('thing', {description: 'A thing', fields: ({label}: {label: string}) => ({label})});
const owner = {module: 'things', instance: {}, session: 's'};
const asker = {session: 's', instance: owner.instance};

const text = (error: unknown): string => {
  const {code, message, suggestions} = error as {code: string; message: string; suggestions: string[]};
  return JSON.stringify([code, message, suggestions]);
};

describe('handles', () => {
  test('no random value resolves, and all are answered with one text', () => {
    const runtime = new Runtime();
    const handle = runtime.handles.create(thing, {label: 'a'}, {owner});
    const hex = fc.stringMatching(/^[0-9a-f]{32}$/);
    const guess = fc.oneof(
      fc.anything(),
      hex.map((id) => `thing_${id}`),
      hex.map((id) => ({...handle, _id: `thing_${id}`})),
      fc.nat(handle._id.length - 1).map((index) => handle._id.slice(0, index) + handle._id.slice(index + 1)),
    );
    const expected = text({
      code: 'HANDLE_NOT_FOUND',
      message: 'Handle not found',
      suggestions: ['Pass a thing handle'],
    });
    fc.assert(
      fc.property(guess, (value) => {
        fc.pre(!(typeof value === 'object' && value !== null && 'success' in value && value.success === false));
        try {
          runtime.handles.resolve(value, 'thing', asker);
        } catch (error) {
          expect(text(error)).toBe(expected);
          return;
        }
        throw new Error(`Resolved ${String(value)}`);
      }),
      {numRuns: 1000},
    );
  });

  test('every handle survives a JSON round trip and stands for its own resource', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), {maxLength: 20}), (labels) => {
        const runtime = new Runtime();
        const resources = labels.map((label) => ({label}));
        const handles = resources.map((resource) => runtime.handles.create(thing, resource, {owner}));
        expect(new Set(handles.map(({_id}) => _id)).size).toBe(labels.length);
        for (const [index, handle] of handles.entries()) {
          const copy: unknown = JSON.parse(JSON.stringify(handle));
          expect(copy).toEqual({...handle});
          expect(runtime.handles.resolve(copy, 'thing', asker)).toBe(resources[index]);
        }
      }),
    );
  });

  test('in any tree, children are disposed of before their parents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), {minLength: 1, maxLength: 30}), fc.nat(), async (links, start) => {
        const runtime = new Runtime();
        const gone: number[] = [];
        const handles: Handle[] = [];
        const parents: (number | undefined)[] = [];
        for (const [index, link] of links.entries()) {
          const parent = index === 0 ? undefined : link % (index + 1) === index ? undefined : link % (index + 1);
          parents.push(parent);
          const dispose = (): void => void gone.push(index);
          handles.push(
            runtime.handles.create(
              thing,
              {label: ''},
              {owner, dispose, parent: parent === undefined ? undefined : handles[parent]},
            ),
          );
        }
        await runtime.handles.release(handles[start % handles.length]!);
        await runtime.handles.releaseAll();
        expect([...gone].sort((a, b) => a - b)).toEqual(links.map((_, index) => index));
        for (const [child, parent] of parents.entries()) {
          if (parent !== undefined) expect(gone.indexOf(child)).toBeLessThan(gone.indexOf(parent));
        }
      }),
    );
  });
});
