import {MadeUpBehaviour} from './mock-behaviour.js';
import {metadataOf, mockDefinition} from './mock-definition.js';
import type {MockDefinition, MockSource} from './mock-definition.js';
import {MockHandles} from './mock-handles.js';
import {checkMockOptions} from './mock-options.js';
import type {MockOptions} from './mock-options.js';

/**
 * A definition of the same tools that does nothing real: `await mockModule(GitModuleDefinition, {seed: 7}).create()`. Input
 * goes through the real pipeline; answers fit the output schema and follow from the seed; handles are real, so that chains of
 * calls work and wrong ones are refused. Answers, failures and latency can be told by tool. What only code knows
 * (refinements of a Standard Schema, methods of an Instance class, `wrappedInstance`) is not there.
 * Throws INVALID_CONFIG for options that name no tool, and for a code that the tool does not declare.
 */
export function mockModule<Instance>(
  source: MockSource<Instance>,
  options: MockOptions = {},
): MockDefinition<Instance> {
  const metadata = metadataOf(source as MockSource<never>);
  checkMockOptions(metadata, options);
  return mockDefinition<Instance>(metadata, () => {
    const handles = new MockHandles(options.handles ?? {});
    return (tool) => new MadeUpBehaviour(tool, options, handles);
  });
}
