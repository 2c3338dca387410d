import {defineTool, ToolError} from '../../../src/sdk.js';
import {checkDate} from '../checks/dates.js';
import {logFormat, parseLog} from '../parsers/log.js';
import {toPathspec} from '../checks/paths.js';
import {commitSchema} from './commit-schema.js';
import {findCommit, repositoryErrors, repositoryInput, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

export const log = defineTool({
  name: 'log',
  description:
    'List commits, newest first: who wrote what and when; with stats also the files of each commit and their lines.',
  aliases: ['history'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'log', 'history', 'commits'],
  input: {
    repository: repositoryInput,
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 50,
      aliases: ['maxCount'],
      description: 'How many at most',
    },
    skip: {type: 'integer', minimum: 0, default: 0, description: 'How many of the newest to leave out'},
    from: {type: 'string', description: 'Only commits that this branch, tag or commit does not have'},
    to: {
      type: 'string',
      default: 'HEAD',
      aliases: ['ref', 'branch'],
      description: 'Only commits that this branch, tag or commit has',
    },
    path: {
      type: 'string',
      aliases: ['file'],
      description: 'Only commits that changed this file, directory or wildcard',
    },
    author: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Only commits whose author holds this text, in any case',
    },
    since: {type: 'string', description: "Only later ones: '2024-05-31', '2024-05-31T12:00:00Z' or '2 weeks ago'"},
    until: {type: 'string', description: 'Only earlier ones, in the same form'},
    stats: {
      type: 'boolean',
      default: false,
      description: 'Add the files of each commit with inserted and deleted lines; none for merges',
    },
  },
  output: {
    commits: {
      type: 'array',
      required: true,
      items: commitSchema,
    },
    hasMore: {type: 'boolean', required: true, description: 'There are further commits: ask with skip'},
  },
  returns: 'Commits, newest first; none before the first commit',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'A revision, date, author or path is of no allowed form',
    OPERATION_FAILED: 'The history could not be read',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository'],
  securityTier: 0,
  timeout: 120_000,
  examples: [
    {
      description: 'The history of a new repository',
      input: {repository: '$made'},
      output: {commits: [], hasMore: false},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
    {
      description: 'What was changed last, with numbers of lines',
      input: {repository: '$made', limit: 1, stats: true},
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}, as: 'added'},
          {tool: 'commit', input: {repository: '$made', message: 'Add a'}, as: 'committed'},
        ],
      },
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, limit, stats} = input;
    const {signal} = call;
    const args = [
      'log',
      '-z',
      `--format=${logFormat}`,
      `--max-count=${String(limit + 1)}`,
      `--skip=${String(input.skip)}`,
    ];
    args.push(
      '--no-color',
      '--no-show-signature',
      '--no-notes',
      '--no-mailmap',
      '--diff-merges=off',
      '--no-ext-diff',
      '--no-textconv',
    );
    if (stats) args.push('--numstat', '--find-renames');
    if (input.author !== undefined)
      args.push('--fixed-strings', '--regexp-ignore-case', `--author=${checkAuthorText(input.author)}`);
    if (input.since !== undefined) args.push(`--since=${checkDate(input.since, 'since')}`);
    if (input.until !== undefined) args.push(`--until=${checkDate(input.until, 'until')}`);
    const pathspecs = input.path === undefined ? [] : [toPathspec(repository.path, input.path)];
    const to =
      input.to === 'HEAD'
        ? await findCommit(git, repository, 'HEAD', 'to', signal)
        : await resolveCommit(git, repository, input.to, 'to', signal);
    if (to === undefined) return {commits: [], hasMore: false};
    args.push(to);
    if (input.from !== undefined) args.push(`^${await resolveCommit(git, repository, input.from, 'from', signal)}`);
    const {stdout} = await git.in(repository, [...args, '--', ...pathspecs], {signal});
    const commits = parseLog(stdout.toString('utf8'), stats);
    return {commits: commits.slice(0, limit), hasMore: commits.length > limit};
  },
});

/** It is searched for as it is, not as a pattern; what looks like an option is a mistake or worse (GIT01). */
function checkAuthorText(text: string): string {
  // Control characters are what is looked for
  if (!text.startsWith('-') && !/[\u0000-\u001f\u007f]/.test(text)) return text;
  throw new ToolError('INVALID_PARAMETER', "author begins with '-' or holds a control character", {
    outcome: 'not_executed',
    suggestions: ['Give a part of a name or of an email'],
    context: {parameter: 'author'},
  });
}
