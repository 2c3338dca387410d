import {defineHandle} from '../../../contract/handle.js';
import {isRecord} from '../../../contract/json.js';
import type {ToolExample} from '../../../contract/metadata.js';
import type {ModuleInstance} from '../../../core/module-instance.js';
import {handlePaths} from '../../../schema/handle-paths.js';
import type {HandlePath} from '../../../schema/handle-paths.js';
import {handleId} from '../../../handles/handle-reference.js';
import {valuesAt} from '../answer-check.js';
import {shown} from '../difference.js';
import {successes} from '../examples.js';
import {broken, promised} from '../promise.js';
import type {CallInCase, Workbench} from '../workbench.js';
import type {CaseSubject} from './case.js';

/** Handles of an example's input, and where they stand. */
interface Given {
  readonly input: Record<string, unknown>;
  readonly places: readonly HandlePath[];
}

/** The first example of a success that is given a handle. */
export function exampleWithHandles({tool}: CaseSubject): ToolExample {
  const paths = handlePaths(tool.inputSchema);
  const example = successes(tool.examples).find(({input}) => paths.some(({path}) => valuesAt(input, path).length > 0));
  return (
    example ??
    broken({
      message: `${tool.name} takes ${tool.planning.consumes.join(' and ')} handles, and none of its examples shows how`,
      remedy: "Add an example with setup: {steps: [{tool: 'open', input: {…}, as: 'it'}]} and '$it' in its input",
    })
  );
}

/** A copy of the value with another one at a path. */
function replaceAt(value: unknown, [step, ...rest]: HandlePath['path'], replace: (value: unknown) => unknown): unknown {
  if (step === undefined) return replace(value);
  if (step === '*') return Array.isArray(value) ? value.map((item) => replaceAt(item, rest, replace)) : value;
  return isRecord(value) && Object.hasOwn(value, step)
    ? {...value, [step]: replaceAt(value[step], rest, replace)}
    : value;
}

/** Handles are taken in every spelling, and none that is forged, strange or released; releases those of the input. */
export async function checkTaken(
  bench: Workbench,
  subject: CaseSubject,
  input: Record<string, unknown>,
): Promise<void> {
  const given: Given = {
    input,
    places: handlePaths(subject.tool.inputSchema).filter(({path}) =>
      valuesAt(input, path).some((value) => handleId(value) !== undefined),
    ),
  };
  await checkSpellings(bench, subject, given);
  await checkForeign(bench, subject, given);
}

async function checkSpellings(bench: Workbench, {name, tool}: CaseSubject, {input, places}: Given): Promise<void> {
  const result = {success: true, metadata: {}};
  const spellings: readonly (readonly [string, (handle: unknown) => unknown])[] = [
    ['the handle', (handle) => handle],
    ['its id', (handle) => handleId(handle)],
    ['a result that holds it', (handle) => ({...result, data: handle})],
  ];
  for (const {path} of places) {
    for (const [what, spell] of spellings) {
      const spelled = replaceAt(input, path, spell);
      const {error} = await bench.execute(name, spelled, {options: {dryRun: true}, what: `given ${what}`});
      promised(!error, () => ({
        message: `${tool.name} does not take ${what} as ${path.join('.')}: ${shown(error)}`,
        remedy: 'Describe the parameter as {handle: type}; the pipeline reads all spellings',
      }));
    }
  }
}

const otherType = defineHandle('haft_contract', {description: 'A handle of another type than any tool takes'});

async function checkForeign(bench: Workbench, {name, tool}: CaseSubject, {input, places}: Given): Promise<void> {
  const {runtime, module} = bench;
  const refuses = async (code: string, given: unknown, what: string, call: CallInCase = {}): Promise<void> => {
    const {success, error, metadata} = await bench.execute(name, given, {...call, what: `given ${what}`});
    // A tool with several handles refuses the first that it can not use.
    const isRefused = !success && error.code === code && metadata.attempts === 0 && error.outcome === 'not_executed';
    promised(isRefused, () => ({
      message: `${tool.name} took ${what}: expected ${code} and nothing executed, received ${shown(error)}`,
      remedy: 'Describe the parameter as {handle: type}, and let the pipeline look it up',
    }));
    promised(code !== 'HANDLE_NOT_FOUND' || error?.message === 'Handle not found', () => ({
      message: `${tool.name} tells more of ${what} than that there is none: ${error?.message ?? ''}`,
      remedy: 'Let the pipeline refuse it: one text for all keeps handles from being guessed',
    }));
  };
  for (const {path, type} of places) {
    const at = (value: unknown): unknown => replaceAt(input, path, () => value);
    const forged = {_handle: true, _type: type, _id: `${type}_${'0'.repeat(32)}`};
    await refuses('HANDLE_NOT_FOUND', at(forged), 'a forged handle');
    await refuses('HANDLE_TYPE_MISMATCH', at(strange(module)), 'a handle of another type');
    await refuses('HANDLE_NOT_FOUND', input, 'a handle of another session', {
      options: {context: {sessionId: 'another'}},
    });
  }
  for (const {path} of places) {
    for (const handle of valuesAt(input, path)) await runtime.handles.release(handleId(handle) ?? '');
    await refuses('HANDLE_RELEASED', input, 'a released handle');
  }
}

/** A live handle that belongs to the module, of a type that no tool takes. */
const strange = (module: ModuleInstance): unknown =>
  module.runtime.handles.create(otherType, {}, {owner: {module: module.name, instance: module, session: undefined}});
