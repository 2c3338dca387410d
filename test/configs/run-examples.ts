import {expect} from '@jest/globals';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {promisedCode, promisedData} from '../../src/testing/contract/examples.js';

/**
 * Holds every tool to what a planner needs of it, and runs all examples, each of which must do what it promises; answers how
 * many there were.
 */
export async function runExamples(module: ModuleInstance): Promise<number> {
  let count = 0;
  for (const [name, {examples, description, source, planning}] of Object.entries(module.getMetadata().tools)) {
    expect(description.length).toBeGreaterThan(20);
    expect({name, source, idempotent: typeof planning.idempotent}).toEqual({
      name,
      source: 'config',
      idempotent: 'boolean',
    });
    for (const example of examples) {
      count++;
      const result = await module.getTool(name).execute(example.input as Record<string, unknown>);
      const code = promisedCode(example);
      const data = promisedData(example);
      expect({name, result}).toMatchObject({name, result: {success: code === undefined}});
      if (!result.success) expect({name, code: result.error.code}).toEqual({name, code});
      else if (data !== undefined) expect({name, data: result.data}).toEqual({name, data});
    }
  }
  return count;
}
