import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import type {ModuleMetadata} from '../../contract/metadata.js';
import {metadataOf, mockDefinition} from '../mock/mock-definition.js';
import type {MockDefinition, MockSource} from '../mock/mock-definition.js';
import type {Recording, SavedCall} from './recorded-call.js';
import {ReplayedTool} from './replayed-tool.js';
import {Tape} from './tape.js';

/**
 * A definition whose tools answer what a recording says: `replayModule(GitModuleDefinition, JSON.parse(text))`. A call is
 * found by tool and input, and answered in the order in which it was recorded; once all are used, the last is answered again.
 * Handles are real ones that stand for the recorded ones. A call that was not recorded answers EXECUTION_ERROR, and names the
 * nearest. Throws INVALID_CONFIG for what is no recording, and for one without a call of the module.
 */
export function replayModule<Instance>(source: MockSource<Instance>, recording: unknown): MockDefinition<Instance> {
  const metadata = metadataOf(source as MockSource<never>);
  const calls = callsOf(metadata, readRecording(recording));
  return mockDefinition<Instance>(metadata, () => {
    const tape = new Tape();
    return (tool) => new ReplayedTool(tool, calls.get(tool.tool) ?? [], tape);
  });
}

function readRecording(given: unknown): Recording {
  // Also a live recorder: what it would write.
  const value: unknown =
    isRecord(given) && typeof given['toJSON'] === 'function' ? JSON.parse(JSON.stringify(given)) : given;
  if (
    isRecord(value) &&
    value['kind'] === 'haft-recording' &&
    value['version'] === 1 &&
    Array.isArray(value['calls'])
  ) {
    return value as unknown as Recording;
  }
  throw new ToolError('INVALID_CONFIG', 'This is no recording', {
    outcome: 'not_executed',
    suggestions: ['Give what JSON.parse makes of a file that JSON.stringify(recordCalls(module)) has filled'],
  });
}

/** The calls of the module, by name of the tool; instances may have had another name. */
function callsOf(metadata: ModuleMetadata, {calls}: Recording): ReadonlyMap<string, readonly SavedCall[]> {
  const byTool = new Map<string, SavedCall[]>();
  for (const call of calls) {
    const name = call.tool.slice(call.tool.indexOf('.') + 1);
    if (!Object.hasOwn(metadata.tools, name)) continue;
    byTool.set(name, [...(byTool.get(name) ?? []), call]);
  }
  if (byTool.size > 0) return byTool;
  throw new ToolError('INVALID_CONFIG', `The recording has no call of module ${metadata.name}`, {
    outcome: 'not_executed',
    suggestions: [`It has calls of ${[...new Set(calls.map(({tool}) => tool))].join(', ') || 'nothing'}`],
  });
}
