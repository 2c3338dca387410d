import {isRecord} from '../../../src/sdk.js';
import type {JsonSchema} from '../../../src/sdk.js';
import {fingerprintOf, pinnedPart} from './fingerprint.js';
import type {PinnedDefinition} from './fingerprint.js';
import {readSchema} from './read-schema.js';
import type {WorkLeft} from './read-schema.js';

/** What a server says of one tool, read. */
export interface Definition {
  /** The server's name of it. */
  readonly name: string;
  readonly fingerprint: string;
  /** As the server said it: what is approved, and compared. */
  readonly pinned: PinnedDefinition;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  /** Why it can not be used; the schemas are empty then. */
  readonly problem: string | undefined;
}

const nothing: JsonSchema = Object.freeze({type: 'object'});

/** Levels of a definition; what is deeper has a schema that is refused anyway. */
const maxDepth = 80;

/** Reads what a server says of a tool. One of `known` is answered again where the server says the same. */
export function readDefinition(
  name: string,
  said: Readonly<Record<string, unknown>>,
  known: readonly (Definition | undefined)[],
  left: WorkLeft,
): Definition {
  const pinned = pinnedPart(said);
  if (isDeeper(pinned, maxDepth)) return unusable(name, 'none', 'inputSchema or another part is nested too deeply');
  const fingerprint = fingerprintOf(pinned);
  return (
    known.find((definition) => definition?.fingerprint === fingerprint) ??
    judge({name, fingerprint, pinned}, said['execution'], left)
  );
}

function judge(
  {name, fingerprint, pinned}: Pick<Definition, 'name' | 'fingerprint' | 'pinned'>,
  execution: unknown,
  left: WorkLeft,
): Definition {
  const {inputSchema, outputSchema, annotations} = pinned;
  const input = readSchema(inputSchema, 'inputSchema', left);
  if (input.problem !== undefined) return unusable(name, fingerprint, input.problem);
  if (input.schema.type !== 'object') return unusable(name, fingerprint, 'inputSchema is not of the type object');
  const output = outputSchema === undefined ? undefined : readSchema(outputSchema, 'outputSchema', left);
  if (output?.problem !== undefined) return unusable(name, fingerprint, output.problem);
  if (annotations !== undefined && !isRecord(annotations))
    return unusable(name, fingerprint, 'annotations are no object');
  if (isRecord(execution) && execution['taskSupport'] === 'required')
    return unusable(name, fingerprint, 'it can only be run as a task, which haft does not do');
  return {name, fingerprint, pinned, inputSchema: input.schema, outputSchema: output?.schema, problem: undefined};
}

const unusable = (name: string, fingerprint: string, problem: string): Definition => ({
  name,
  fingerprint,
  pinned: {},
  inputSchema: nothing,
  outputSchema: undefined,
  problem,
});

/** Whether a value has more levels, without looking further down than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}
