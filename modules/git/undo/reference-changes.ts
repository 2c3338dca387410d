import type {Git} from '../git.js';
import type {Repository} from '../repository.js';

/** A reference that is not what it was. */
export interface ReferenceChange {
  /** The whole name: refs/remotes/origin/main. */
  ref: string;
  change: 'created' | 'updated' | 'deleted';
  /** The hash before; left out for a new one. */
  from?: string;
  /** The hash now; left out for one that is gone. */
  to?: string;
}

/** A description of `ReferenceChange` for the outputs of tools. */
export const referenceChangeSchema = {
  type: 'object',
  properties: {
    ref: {type: 'string', description: 'The whole name: refs/remotes/origin/main'},
    change: {type: 'string', enum: ['created', 'updated', 'deleted']},
    from: {type: 'string', description: 'The hash before'},
    to: {type: 'string', description: 'The hash now'},
  },
  required: ['ref', 'change'],
} as const;

/** Names of references hold no spaces. */
const format = '%(objectname) %(refname) %(symref)';

/** All references of a repository, or those under some prefixes, and what each points to. */
export async function readReferences(
  git: Git,
  repository: Repository,
  signal: AbortSignal,
  prefixes: readonly string[] = [],
): Promise<Map<string, string>> {
  const listed = await git.text(repository, ['for-each-ref', `--format=${format}`, ...prefixes], {signal});
  const references = listed.split('\n').map((line) => line.split(' '));
  // `refs/remotes/origin/HEAD` is another name of a branch, not one itself.
  const direct = references.filter(([, ref = '', symbolic = '']) => ref !== '' && symbolic === '');
  return new Map(direct.map(([hash = '', ref = '']) => [ref, hash]));
}

/** What became of the references between two readings, by name. */
export function changedReferences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReferenceChange[] {
  const changes: ReferenceChange[] = [];
  for (const [ref, to] of after) {
    const from = before.get(ref);
    if (from === undefined) changes.push({ref, change: 'created', to});
    else if (from !== to) changes.push({ref, change: 'updated', from, to});
  }
  for (const [ref, from] of before) if (!after.has(ref)) changes.push({ref, change: 'deleted', from});
  return changes.sort((one, other) => (one.ref < other.ref ? -1 : 1));
}
