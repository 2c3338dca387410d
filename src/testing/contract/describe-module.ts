import {ToolError} from '../../contract/errors.js';
import {moduleContract} from './module-contract.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import type {ContractOptions} from './options.js';

/** What the suite uses of a test runner: jest, vitest, node:test and mocha all have it. */
export interface TestRunner {
  readonly describe: (name: string, define: () => void) => unknown;
  readonly test: (name: string, run: () => Promise<void>) => unknown;
}

/** A definition and what the suite has to know of its modules. */
export interface ModuleUnderTest extends ContractOptions {
  readonly definition: DefinitionClass<never, unknown>;
}

/**
 * Holds a module to its contract in your test runner: `describeModule({describe, test}, {definition, config: (folder) =>
 * ({basePath: folder})})`. Without a runner, `describe` and `test` are those that jest, vitest or mocha made global. Throws
 * INVALID_CONFIG when there are none.
 */
export function describeModule(runner: TestRunner, module: ModuleUnderTest): void;
export function describeModule(module: ModuleUnderTest): void;
export function describeModule(first: TestRunner | ModuleUnderTest, second?: ModuleUnderTest): void {
  const [runner, {definition, ...options}] = second
    ? [first as TestRunner, second]
    : [globalRunner(), first as ModuleUnderTest];
  const {describe, test} = runner;
  const cases = moduleContract(definition, options);
  const tools = new Set(cases.flatMap(({tool}) => tool ?? []));
  const register = (tool: string | undefined): void => {
    for (const one of cases) if (one.tool === tool) test(one.title, one.run);
  };
  describe(`${definition.getMetadata().name} keeps the contract`, () => {
    describe('as a module', () => register(undefined));
    for (const tool of tools) describe(tool, () => register(tool));
  });
}

function globalRunner(): TestRunner {
  const {describe, test, it} = globalThis as {describe?: unknown; test?: unknown; it?: unknown};
  const run = test ?? it;
  if (typeof describe === 'function' && typeof run === 'function')
    return {describe, test: run} as unknown as TestRunner;
  throw new ToolError('INVALID_CONFIG', 'There is no global test runner', {
    suggestions: [
      "Import describe and test from 'node:test' (or vitest) and call describeModule({describe, test}, {…})",
    ],
  });
}
