import {inspect} from 'node:util';
import {describe, expect, test} from '@jest/globals';

import {ModuleFactory} from 'haft';

const config = {
  type: 'class',
  target: {send: (token: string) => Promise.reject(new Error(`refused ${token}`))},
  tools: {send: {method: 'send', input: {}, args: [{$config: 'apiToken'}]}},
};

describe('runtime values that are named like secrets, which the config does not declare (CO06)', () => {
  test('are not to be seen in the config, and never in an error', async () => {
    const values = {apiToken: 'canary-top', client: {headers: {Authorization: 'canary-deep'}, retries: 3}};
    const module = await ModuleFactory.createFromConfig('api', config, values);
    expect(Object.keys(module.config)).toEqual(['client']);
    expect(inspect(module.config)).not.toContain('canary-top');
    const result = await module.getTool('send').execute({});
    expect(result).toMatchObject({success: false, error: {message: 'refused [redacted]'}});
    expect(module.runtime.redactor.text('canary-deep')).toBe('[redacted]');
    expect(values).toEqual({apiToken: 'canary-top', client: {headers: {Authorization: 'canary-deep'}, retries: 3}});
    await module.cleanup();
  });
});
