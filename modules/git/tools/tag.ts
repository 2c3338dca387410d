import {defineTool, ToolError} from '../../../src/sdk.js';
import {checkBranchName} from '../checks/refs.js';
import type {Git} from '../git.js';
import {identity} from '../identity.js';
import {parseTags, tagFormat} from '../parsers/tags.js';
import type {Tag} from '../parsers/tags.js';
import type {Repository} from '../repository.js';
import {oneCommit} from './example-setups.js';
import {repositoryErrors, repositoryInput, resolveCommit, reversibly} from './shared.js';
import type {GitModule} from './shared.js';

interface TagRecord {
  readonly repository: Repository;
  readonly name: string;
  /** What it was made as, or was when it was deleted: a commit, or the object of an annotated tag. */
  readonly object?: string;
  readonly deleted: boolean;
}

interface TagAnswer {
  readonly tags: Tag[];
  readonly hasMore: boolean;
  readonly created?: string;
  readonly deleted?: string;
}

export const tag = defineTool({
  name: 'tag',
  description:
    'List the tags; with a name make a tag (annotated when there is a message), or delete one. Tags are not signed.',
  aliases: ['tags'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'tag', 'list', 'create', 'delete', 'release'],
  input: {
    repository: repositoryInput,
    name: {type: 'string', description: 'Tag to make or to delete; without it tags are listed'},
    ref: {
      type: 'string',
      default: 'HEAD',
      aliases: ['commit'],
      description: 'What the new tag names: a branch, tag or commit',
    },
    message: {type: 'string', minLength: 1, maxLength: 1_000_000, description: 'Makes the tag an annotated one'},
    delete: {type: 'boolean', default: false, description: 'Delete the tag'},
    limit: {type: 'integer', minimum: 1, maximum: 100_000, default: 1000, description: 'How many to list at most'},
  },
  output: {
    tags: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          name: {type: 'string'},
          hash: {type: 'string', description: 'The commit'},
          annotated: {type: 'boolean', description: 'It has a message, an author and a date of its own'},
          message: {type: 'string', description: 'First line'},
          tagger: {type: 'string', description: 'name <email>'},
          timestamp: {type: 'number', description: "ms since the epoch; without a date of its own the commit's"},
        },
        required: ['name', 'hash', 'annotated', 'timestamp'],
      },
    },
    hasMore: {type: 'boolean', required: true, description: 'There are more than limit'},
    created: {type: 'string', description: 'The tag that was made'},
    deleted: {type: 'string', description: 'The tag that was deleted'},
  },
  returns: 'The tags after the call, the latest first',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The name is no name of a tag, the message holds a NUL character, or delete has no name',
    INVALID_AUTHOR: 'It is not known who makes the annotated tag',
    RESOURCE_NOT_FOUND: 'There is no such tag or commit',
    RESOURCE_EXISTS: 'There is a tag of that name already',
    OPERATION_FAILED: 'git could not change the tag',
    UNDO_REFUSED: 'The tag was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: (input) => input['name'] !== undefined,
    reversible: (input) => input['name'] !== undefined,
    dependencies: ['git.commit'],
  },
  positional: ['repository', 'name'],
  securityTier: 1,
  timeout: 30_000,
  examples: [
    {
      description: 'Make an annotated tag',
      input: {repository: '$made', name: 'v1.0.0', message: 'First release'},
      output: {created: 'v1.0.0', tags: [{name: 'v1.0.0', annotated: true, message: 'First release'}]},
      setup: oneCommit,
    },
    {
      description: 'List the tags of a repository that has none',
      input: {repository: '$made'},
      output: {tags: [], hasMore: false},
      setup: oneCommit,
    },
    {
      description: 'Delete a tag that is not there',
      input: {repository: '$made', name: 'v2', delete: true},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, name, limit} = input;
    const {signal} = call;
    checkInput(input);
    if (name === undefined) return listTags(git, repository, limit, signal);
    checkBranchName(name, 'name');
    return git.exclusive(repository, async () => {
      const object = await findTag(git, repository, name, signal);
      if (input.delete) {
        if (object === undefined) throw missing(name);
        return reversibly<TagRecord, TagAnswer>(call, {repository, name, object, deleted: true}, async () => {
          await git.in(repository, ['update-ref', '-d', `refs/tags/${name}`, object], {signal});
          return {data: {...(await listTags(git, repository, limit, signal)), deleted: name}, left: {}};
        });
      }
      if (object !== undefined) throw taken(name);
      const hash = await resolveCommit(git, repository, input.ref, 'ref', signal);
      return reversibly<TagRecord, TagAnswer>(call, {repository, name, deleted: false}, async () => {
        await makeTag(git, repository, {name, hash, message: input.message}, signal);
        const made = await findTag(git, repository, name, signal);
        const data = {...(await listTags(git, repository, limit, signal)), created: name};
        return {data, left: made === undefined ? {} : {object: made}};
      });
    });
  },
  async undo(module: GitModule, {repository, name, object, deleted}: TagRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    const ref = `refs/tags/${name}`;
    await git.exclusive(repository, async () => {
      const change = deleted ? [ref, object ?? '', '0'.repeat(object?.length ?? 40)] : ['-d', ref, object ?? ''];
      await git.in(repository, ['update-ref', ...change], {signal}).catch((cause: unknown) => {
        throw new ToolError('UNDO_REFUSED', `The tag '${name}' was changed since`, {outcome: 'not_executed', cause});
      });
    });
  },
});

function checkInput({name, message, ...input}: {name?: string; message?: string; delete: boolean}): void {
  const wrong = (why: string, next: string): ToolError =>
    new ToolError('INVALID_PARAMETER', why, {outcome: 'not_executed', suggestions: [next]});
  if (name === undefined && input.delete) throw wrong('delete needs the name of a tag', 'Give name');
  if (name === undefined && message !== undefined)
    throw wrong('message is given without the name of a tag', 'Give name');
  if (input.delete && message !== undefined) throw wrong('delete and message can not be combined', 'Leave one out');
  if (message?.includes('\0') === true || message?.trim() === '') {
    throw wrong('The message is empty or holds a NUL character', 'Give a message that says what the tag is for');
  }
}

const missing = (name: string): ToolError =>
  new ToolError('RESOURCE_NOT_FOUND', `There is no tag '${name}'`, {
    outcome: 'not_executed',
    suggestions: ['List the tags with git.tag'],
  });

const taken = (name: string): ToolError =>
  new ToolError('RESOURCE_EXISTS', `There is a tag '${name}' already`, {
    outcome: 'not_executed',
    suggestions: ['Use another name, or delete that one first'],
  });

/** What the tag's reference holds. */
async function findTag(
  git: Git,
  repository: Repository,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/tags/${name}`];
  const object = await git.text(repository, args, {signal, accept: [0, 1, 128]});
  return object === '' ? undefined : object;
}

async function makeTag(
  git: Git,
  repository: Repository,
  {name, hash, message}: {readonly name: string; readonly hash: string; readonly message: string | undefined},
  signal: AbortSignal,
): Promise<void> {
  if (message === undefined) {
    await git.in(repository, ['tag', '--no-sign', '--', name, hash], {signal});
    return;
  }
  const environment = await identity(git, repository, undefined, signal);
  const args = ['tag', '--annotate', '--no-sign', '--cleanup=whitespace', '--file=-', '--', name, hash];
  await git.in(repository, args, {signal, environment, input: message});
}

async function listTags(git: Git, repository: Repository, limit: number, signal: AbortSignal): Promise<TagAnswer> {
  const args = ['for-each-ref', '--sort=-refname', '--sort=-creatordate', `--count=${String(limit + 1)}`];
  const tags = parseTags(await git.text(repository, [...args, `--format=${tagFormat}`, 'refs/tags'], {signal}));
  return {tags: tags.slice(0, limit), hasMore: tags.length > limit};
}
