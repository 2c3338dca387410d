import {defineTool, ToolError} from '../../../src/sdk.js';
import {parseNumstat} from '../parsers/log.js';
import {toPathspec} from '../checks/paths.js';
import {diffOptions, patchInput, patchOptions, wholeLines} from './diff-options.js';
import {fileChangeSchema} from './file-change-schema.js';
import {repositoryErrors, repositoryInput, requireWorkTree, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

export const diff = defineTool({
  name: 'diff',
  description:
    'Compare the working tree, the staged files or two commits: the changed lines as text, and the numbers for each file.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'diff', 'changes', 'compare'],
  input: {
    repository: repositoryInput,
    cached: {
      type: 'boolean',
      default: false,
      aliases: ['staged'],
      description: 'What is staged, instead of the working tree',
    },
    ref: {
      type: 'string',
      aliases: ['branch', 'from'],
      description: 'Compare with this branch, tag or commit; default what is staged',
    },
    to: {type: 'string', description: 'Compare `ref` with this one instead of the working tree'},
    file: {type: 'string', aliases: ['path'], description: 'Only this file, directory or wildcard'},
    ...patchInput,
  },
  output: {
    diff: {type: 'string', required: true, description: 'Unified diff'},
    truncated: {type: 'boolean', required: true, description: 'The text was cut at maxBytes; the numbers are whole'},
    files: {type: 'array', items: fileChangeSchema, required: true},
    insertions: {type: 'integer', required: true, description: 'Lines in all files'},
    deletions: {type: 'integer', required: true, description: 'Lines in all files'},
  },
  returns: 'The differences; files that git does not know are not among them',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'A revision or path is of no allowed form, or cached and to are both given',
    OPERATION_FAILED: 'The differences could not be computed',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['git.status'],
  },
  positional: ['repository'],
  securityTier: 0,
  timeout: 120_000,
  examples: [
    {
      description: 'What is staged',
      input: {repository: '$made', cached: true},
      output: {
        diff: 'diff --git a/a.txt b/a.txt\nnew file mode 100644\nindex 0000000..7898192\n--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+a\n',
        truncated: false,
        files: [{path: 'a.txt', insertions: 1, deletions: 0, binary: false}],
        insertions: 1,
        deletions: 0,
      },
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}, as: 'added'},
        ],
      },
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, cached, ref, to} = input;
    const {signal} = call;
    if (to !== undefined && (cached || ref === undefined)) {
      throw new ToolError(
        'INVALID_PARAMETER',
        cached ? 'cached and to can not be combined' : 'to is given without ref',
        {
          outcome: 'not_executed',
          suggestions: ['Give ref and to for two commits, cached for what is staged'],
        },
      );
    }
    if (to === undefined && !cached) requireWorkTree(repository);
    const revisions: string[] = [];
    if (ref !== undefined) revisions.push(await resolveCommit(git, repository, ref, 'ref', signal));
    if (to !== undefined) revisions.push(await resolveCommit(git, repository, to, 'to', signal));
    const pathspecs = input.file === undefined ? [] : [toPathspec(repository.path, input.file)];
    const options: string[] = [...diffOptions];
    if (cached) options.push('--cached');
    const scope = [...revisions, '--', ...pathspecs];
    const text = ['diff', ...options, ...patchOptions, `--unified=${String(input.context)}`, ...scope];
    const [patch, numbers] = await Promise.all([
      git.in(repository, text, {signal, maxOutputBytes: input.maxBytes, truncate: true}),
      git.in(repository, ['diff', ...options, '--numstat', '-z', ...scope], {signal}),
    ]);
    const files = parseNumstat(numbers.stdout.toString('utf8'));
    const sum = (key: 'insertions' | 'deletions'): number => files.reduce((total, file) => total + file[key], 0);
    return {
      diff: wholeLines(patch),
      truncated: patch.truncated,
      files,
      insertions: sum('insertions'),
      deletions: sum('deletions'),
    };
  },
});
