import {defineTool, ToolError} from '../../../src/sdk.js';
import {toTreePath} from '../checks/paths.js';
import {parseBlame} from '../parsers/blame.js';
import {oneCommit} from './example-setups.js';
import {readHead, repositoryErrors, repositoryInput, requireCommit, requireWorkTree, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

export const blame = defineTool({
  name: 'blame',
  description: 'Tell for each line of a file which commit wrote it last: who, when and why.',
  aliases: ['annotate'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'blame', 'annotate', 'lines', 'history'],
  input: {
    repository: repositoryInput,
    file: {type: 'string', required: true, aliases: ['path'], description: 'File of the repository'},
    lines: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,8}(,\\+?[1-9][0-9]{0,8})?$',
      description: "Only these: '10,20', '10,+5' for five from line 10, or '10' for that one; default all",
    },
    ref: {
      type: 'string',
      aliases: ['commit', 'branch'],
      description: 'The file as it was at this branch, tag or commit; default as it is in the working tree',
    },
    limit: {type: 'integer', minimum: 1, maximum: 20_000, default: 1000, description: 'How many lines at most'},
  },
  output: {
    lines: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          line: {type: 'integer', description: 'From 1'},
          content: {type: 'string'},
          hash: {type: 'string', description: 'The commit; only zeros for a line that is not committed'},
          author: {type: 'string'},
          email: {type: 'string'},
          timestamp: {type: 'number', description: 'When it was written, ms since the epoch'},
          summary: {type: 'string', description: "First line of the commit's message"},
        },
        required: ['line', 'content', 'hash', 'author', 'email', 'timestamp', 'summary'],
      },
    },
    hasMore: {type: 'boolean', required: true, description: 'There are further lines: ask for them with lines'},
  },
  returns: 'Lines in order, with the commit of each',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The revision, the path or the lines are of no allowed form, or the file has fewer lines',
    RESOURCE_NOT_FOUND: 'There is no such file or commit',
    OPERATION_FAILED: 'The history of the file could not be read',
  },
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['git.log'],
  },
  positional: ['repository', 'file'],
  securityTier: 0,
  timeout: 120_000,
  examples: [
    {
      description: 'Who wrote a file',
      input: {repository: '$made', file: 'a.txt'},
      output: {
        lines: [{line: 1, content: 'a', author: 'Ada', email: 'ada@example.com', summary: 'Add a'}],
        hasMore: false,
      },
      setup: oneCommit,
    },
    {
      description: 'Lines that the file does not have',
      input: {repository: '$made', file: 'a.txt', lines: '5,9'},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, limit, ref} = input;
    const {signal} = call;
    const path = toTreePath(repository.path, input.file);
    if (ref === undefined) {
      requireWorkTree(repository);
      requireCommit(await readHead(git, repository, signal));
    }
    const [first, count] = readRange(input.lines, limit + 1);
    const revision = ref === undefined ? [] : [await resolveCommit(git, repository, ref, 'ref', signal)];
    // A repository's blame.ignoreRevsFile names any file of the machine, and git tells what is in it.
    const args = ['blame', '--porcelain', '--no-textconv', '--no-ignore-revs-file'];
    args.push('-L', `${String(first)},+${String(count)}`, ...revision);
    try {
      const lines = parseBlame((await git.in(repository, [...args, '--', path], {signal})).stdout.toString('utf8'));
      return {lines: lines.slice(0, limit), hasMore: lines.length > limit};
    } catch (error) {
      // An empty file has no first line.
      if (input.lines === undefined && ToolError.isToolError(error) && error.message.includes('has only 0 lines')) {
        return {lines: [], hasMore: false};
      }
      throw error;
    }
  },
});

/** The first line and how many from there, at most `most`. */
function readRange(lines: string | undefined, most: number): [first: number, count: number] {
  if (lines === undefined) return [1, most];
  const [from = '1', to] = lines.split(',');
  const first = Number(from);
  if (to === undefined) return [first, 1];
  const count = to.startsWith('+') ? Number(to.slice(1)) : Number(to) - first + 1;
  if (count >= 1) return [first, Math.min(count, most)];
  throw new ToolError('INVALID_PARAMETER', `lines '${lines}' ends before it begins`, {
    outcome: 'not_executed',
    suggestions: ["Give the smaller number first, such as '10,20'"],
    context: {parameter: 'lines'},
  });
}
