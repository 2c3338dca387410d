import {defineTool} from '../../../src/sdk.js';
import {operationIn} from '../operation/operation.js';
import {parseStatus} from '../parsers/status.js';
import {repositoryErrors, repositoryInput, requireWorkTree} from './shared.js';
import type {GitModule} from './shared.js';

const paths = (description: string) => ({type: 'array', items: {type: 'string'}, required: true, description}) as const;

export const status = defineTool({
  name: 'status',
  description:
    'Show the state of a working tree: branch, and which files are staged, modified, untracked or in conflict.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'status', 'changes'],
  input: {repository: repositoryInput},
  output: {
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
    detached: 'boolean',
    operation: {
      type: 'string',
      enum: ['merge', 'rebase', 'am', 'cherry-pick', 'revert', 'bisect'],
      description: 'What was begun and is not at its end; left out when nothing is',
    },
    head: {type: 'string', description: 'Hash of the current commit; left out before the first'},
    upstream: {type: 'string', description: 'The branch of the remote that this one follows'},
    ahead: {type: 'integer', required: true, description: 'Commits that the upstream does not have'},
    behind: {type: 'integer', required: true, description: 'Commits that only the upstream has'},
    staged: paths('Files whose staged content differs from the last commit'),
    modified: paths('Files that differ from what is staged'),
    deleted: paths('Files that are gone from the working tree or from the index'),
    renamed: {
      type: 'array',
      required: true,
      items: {type: 'object', properties: {from: {type: 'string'}, to: {type: 'string'}}, required: ['from', 'to']},
      description: 'Files that were moved',
    },
    untracked: paths('Files that git does not know'),
    conflicted: paths('Files with unresolved conflicts'),
    clean: {type: 'boolean', required: true, description: 'There are no changes and no untracked files'},
  },
  returns: 'The state of the working tree; paths are from the top of the repository',
  errors: {...repositoryErrors, STATUS_FAILED: 'The state of the working tree could not be read'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['git.open', 'git.clone'],
  },
  positional: ['repository'],
  limitations: ['Changes inside of submodules are not looked for'],
  securityTier: 0,
  timeout: 60_000,
  examples: [
    {
      description: 'A file that is not known yet',
      input: {repository: '$made'},
      output: {
        branch: 'main',
        detached: false,
        ahead: 0,
        behind: 0,
        staged: [],
        modified: [],
        deleted: [],
        renamed: [],
        untracked: ['a.txt'],
        conflicted: [],
        clean: false,
      },
      setup: {files: {'project/a.txt': 'a\n'}, steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, {repository}, call) {
    requireWorkTree(repository);
    const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignore-submodules=dirty'];
    const options = {signal: call.signal, failure: 'STATUS_FAILED'};
    const parsed = parseStatus(await module.wrappedInstance.text(repository, args, options));
    const operation = operationIn(repository);
    return {...parsed, ...(operation !== undefined && {operation})};
  },
});
