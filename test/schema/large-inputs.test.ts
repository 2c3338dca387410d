import {expect, test} from '@jest/globals';

import {defineTool} from '../../src/sdk.js';
import {errorOf, moduleOf} from '../support/one-module.js';

test.each([
  ['a list of more than a million items', {value: new Array<null>(1_000_001).fill(null)}],
  ['an object of more than 100,000 keys', {value: Object.fromEntries(Array.from({length: 100_001}, (_, n) => [n, n]))}],
  ['as many parameters', Object.fromEntries(Array.from({length: 100_001}, (_, n) => [`p${String(n)}`, n]))],
])('%s is refused before it is copied', async (_name, input) => {
  for (const value of ['any?', 'string?'] as const) {
    const tool = defineTool({name: 'take', description: 'Take', input: {value}, run: () => null});
    const result = await (await moduleOf([tool])).getTool('take').execute(input);
    const codes = value === 'any?' || !('value' in input) ? ['LIMIT_EXCEEDED'] : ['TYPE_MISMATCH'];
    expect(codes).toContain(errorOf(result).code);
    expect(errorOf(result).outcome).toBe('not_executed');
  }
});
