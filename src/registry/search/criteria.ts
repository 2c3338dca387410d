import {ToolError} from '../../contract/errors.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {nearest} from '../../contract/nearest.js';
import type {SecurityTier} from '../../contract/security-tier.js';

type OneOf = string | readonly string[];

/** What tools are searched by (R15.4). All that is given must hold. Words are compared without regard to case. */
export interface ToolCriteria {
  /** Ranks the answer; see `searchTools`. */
  readonly text?: string;
  /** Full name, name in its module, or alias; of a list, one of them. */
  readonly name?: OneOf;
  readonly provider?: OneOf;
  /** Name of the instance or of the kind of module: `git`, `GitModule`. */
  readonly module?: OneOf;
  readonly category?: OneOf;
  readonly resource?: OneOf;
  readonly cost?: OneOf;
  readonly reliability?: OneOf;
  /** All of them. */
  readonly tags?: OneOf;
  /** Handle types, all of them. */
  readonly produces?: OneOf;
  /** Handle types, all of them. */
  readonly consumes?: OneOf;
  /** All of them. */
  readonly requirements?: OneOf;
  readonly idempotent?: boolean;
  /** `false` finds tools that never change anything; a tool for which it depends on the input counts as `true`. */
  readonly sideEffects?: boolean;
  /** A tool for which it depends on the input counts as `true`. */
  readonly reversible?: boolean;
  readonly maxTier?: SecurityTier;
}

export type Test = (metadata: ToolMetadata) => boolean;

const lower = (values: OneOf): string[] =>
  (typeof values === 'string' ? [values] : values).map((value) => value.toLowerCase());

const oneOf =
  (read: (metadata: ToolMetadata) => readonly unknown[]) =>
  (wanted: OneOf): Test => {
    const words = new Set(lower(wanted));
    return (metadata) => read(metadata).some((value) => typeof value === 'string' && words.has(value.toLowerCase()));
  };

const allOf =
  (read: (metadata: ToolMetadata) => unknown) =>
  (wanted: OneOf): Test => {
    const words = lower(wanted);
    return (metadata) => {
      const list = read(metadata);
      const had = new Set((Array.isArray(list) ? list : []).map((value) => String(value).toLowerCase()));
      return words.every((word) => had.has(word));
    };
  };

/** A function of the input may answer true. */
const fact =
  (read: (metadata: ToolMetadata) => unknown) =>
  (wanted: boolean): Test =>
  (metadata) =>
    (typeof read(metadata) === 'function' ? true : Boolean(read(metadata))) === wanted;

const moduleOf = ({name, tool}: ToolMetadata): string => name.slice(0, -tool.length - 1);

type FactCriteria = Omit<ToolCriteria, 'text'>;

const tests: {readonly [K in keyof FactCriteria]-?: (wanted: NonNullable<FactCriteria[K]>) => Test} = {
  name: oneOf(({name, tool, aliases}) => [name, tool, ...aliases]),
  provider: oneOf(({provider}) => [provider]),
  module: oneOf((metadata) => [moduleOf(metadata), metadata.module]),
  category: oneOf(({category}) => [category]),
  resource: oneOf(({resource}) => [resource]),
  cost: oneOf(({planning}) => [planning.cost]),
  reliability: oneOf(({planning}) => [planning.reliability]),
  tags: allOf(({tags}) => tags),
  produces: allOf(({planning}) => planning.produces),
  consumes: allOf(({planning}) => planning.consumes),
  requirements: allOf(({requirements}) => requirements),
  idempotent: fact(({planning}) => planning.idempotent),
  sideEffects: fact(({planning}) => planning.sideEffects),
  reversible: fact(({planning}) => planning.reversible),
  maxTier: (wanted) => (metadata) => metadata.securityTier <= wanted,
};

/** The criteria as one test, or undefined when every tool passes. Throws INVALID_PARAMETER for a criterion there is not. */
export function compileCriteria(criteria: ToolCriteria): Test | undefined {
  const all: Test[] = [];
  for (const [name, wanted] of Object.entries(criteria)) {
    if (name === 'text' || wanted === undefined || wanted === null) continue;
    if (!Object.hasOwn(tests, name)) throw unknownCriterion(name);
    const compile = tests[name as keyof FactCriteria] as (wanted: unknown) => Test;
    all.push(compile(checked(name, wanted)));
  }
  return all.length === 0 ? undefined : (metadata) => all.every((test) => test(metadata));
}

const flags: ReadonlySet<string> = new Set(['idempotent', 'sideEffects', 'reversible']);

/** A criterion that silently matched nothing would read as "there is no such tool". */
function checked(name: string, wanted: unknown): unknown {
  const expected = flags.has(name)
    ? 'true or false'
    : name === 'maxTier'
      ? 'a number from 0 to 4'
      : 'a text or a list of texts';
  const words: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const type = flags.has(name) ? 'boolean' : name === 'maxTier' ? 'number' : 'string';
  if (words.every((value) => typeof value === type) && (type === 'string' || !Array.isArray(wanted))) return wanted;
  throw new ToolError('INVALID_PARAMETER', `Criterion "${name}" must be ${expected}, received ${typeof wanted}`, {
    outcome: 'not_executed',
  });
}

function unknownCriterion(name: string): ToolError {
  const known = ['text', ...Object.keys(tests)];
  const near = nearest(name, known);
  return new ToolError('INVALID_PARAMETER', `Tools can not be searched by "${name}"`, {
    outcome: 'not_executed',
    suggestions: [near === undefined ? `Criteria are ${known.join(', ')}` : `Did you mean "${near}"?`],
  });
}
