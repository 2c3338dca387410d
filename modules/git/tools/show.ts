import {defineTool, ToolError} from '../../../src/sdk.js';
import {toTreePath} from '../checks/paths.js';
import type {Git} from '../git.js';
import {logFormat, parseLog} from '../parsers/log.js';
import {parseTree} from '../parsers/tree.js';
import type {Repository} from '../repository.js';
import {commitFields} from './commit-schema.js';
import {diffOptions, patchInput, patchOptions, wholeLines} from './diff-options.js';
import {oneCommit} from './example-setups.js';
import {fileChangeSchema} from './file-change-schema.js';
import {repositoryErrors, repositoryInput, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

/** Entries of a directory at most. */
const maxEntries = 10_000;

export const show = defineTool({
  name: 'show',
  description:
    'Show one commit: who, when, why, which files, and the changed lines. With a path show that file or directory as it was at the commit.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'show', 'commit', 'file', 'content'],
  input: {
    repository: repositoryInput,
    ref: {
      type: 'string',
      default: 'HEAD',
      aliases: ['commit', 'branch'],
      description: 'Branch, tag or commit; default the current commit',
    },
    path: {
      type: 'string',
      aliases: ['file'],
      description: 'File or directory of the repository; without it the commit itself is shown',
    },
    patch: {type: 'boolean', default: true, description: 'With the changed lines of the commit as text'},
    ...patchInput,
  },
  output: {
    kind: {type: 'string', enum: ['commit', 'file', 'directory'], required: true},
    ...commitFields,
    files: {
      type: 'array',
      items: fileChangeSchema,
      description: 'Of a commit; of a merge, what it changed in its first parent',
    },
    patch: {type: 'string', description: 'Of a commit: unified diff'},
    path: {type: 'string', description: 'Of a file or directory'},
    content: {
      type: 'string',
      description: 'Of a file: text, or base64 where it is no UTF-8; of a link, where it leads',
    },
    encoding: {type: 'string', enum: ['utf8', 'base64'], description: 'Of the content'},
    size: {type: 'integer', description: 'Bytes of the whole file'},
    link: {type: 'boolean', description: 'The file is a symbolic link'},
    entries: {
      type: 'array',
      description: 'Of a directory',
      items: {
        type: 'object',
        properties: {
          path: {type: 'string', description: 'From the top of the repository'},
          kind: {type: 'string', enum: ['file', 'link', 'directory', 'submodule']},
          hash: {type: 'string'},
          executable: {type: 'boolean'},
          size: {type: 'integer', description: 'Bytes'},
        },
        required: ['path', 'kind', 'hash', 'executable'],
      },
    },
    truncated: {type: 'boolean', required: true, description: 'Text was cut at maxBytes, or entries at 10,000'},
  },
  returns: 'The commit, or the file or directory at it; `kind` says which',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'The revision or the path is of no allowed form, or the path is a submodule',
    RESOURCE_NOT_FOUND: 'There is no such commit, or no such path in it',
    OPERATION_FAILED: 'The commit could not be read',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['git.log'],
  },
  positional: ['repository', 'ref'],
  limitations: ['Files are shown as they are stored: filters (Git LFS) and conversions of text do not run'],
  securityTier: 0,
  timeout: 120_000,
  examples: [
    {
      description: 'The last commit',
      input: {repository: '$made'},
      output: {kind: 'commit', message: 'Add a', files: [{path: 'a.txt', insertions: 1}], truncated: false},
      setup: oneCommit,
    },
    {
      description: 'A file as it was at a commit',
      input: {repository: '$made', ref: 'main', path: 'a.txt'},
      output: {kind: 'file', path: 'a.txt', content: 'a\n', encoding: 'utf8', size: 2, truncated: false},
      setup: oneCommit,
    },
    {
      description: 'A file that the commit does not have',
      input: {repository: '$made', path: 'missing.txt'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const git = module.wrappedInstance;
    const {repository, path} = input;
    const {signal} = call;
    const treePath = path === undefined ? undefined : toTreePath(repository.path, path);
    const hash = await resolveCommit(git, repository, input.ref, 'ref', signal);
    if (treePath === undefined) return showCommit(git, repository, hash, input, signal);
    return showPath(git, repository, {hash, path: treePath, ref: input.ref, maxBytes: input.maxBytes}, signal);
  },
});

async function showCommit(
  git: Git,
  repository: Repository,
  hash: string,
  {patch, context, maxBytes}: {patch: boolean; context: number; maxBytes: number},
  signal: AbortSignal,
) {
  const one = ['log', '--max-count=1', '--no-show-signature', '--no-notes', '--no-mailmap', ...diffOptions];
  const args = [...one, '--diff-merges=first-parent'];
  const text = [...args, '--format=', '--patch', ...patchOptions, `--unified=${String(context)}`, hash, '--'];
  const [facts, lines] = await Promise.all([
    git.in(repository, [...args, '-z', `--format=${logFormat}`, '--numstat', hash, '--'], {signal}),
    patch ? git.in(repository, text, {signal, maxOutputBytes: maxBytes, truncate: true}) : undefined,
  ]);
  const [commit] = parseLog(facts.stdout.toString('utf8'), true);
  if (commit === undefined) throw new ToolError('OPERATION_FAILED', `The commit ${hash} could not be read`);
  const truncated = lines?.truncated ?? false;
  return {kind: 'commit' as const, ...commit, ...(lines && {patch: wholeLines(lines)}), truncated};
}

interface Place {
  readonly hash: string;
  readonly path: string;
  readonly ref: string;
  readonly maxBytes: number;
}

/** What a path of this very name is; wildcards mean nothing here. */
const literal = {GIT_LITERAL_PATHSPECS: '1'};

async function showPath(git: Git, repository: Repository, {hash, path, ref, maxBytes}: Place, signal: AbortSignal) {
  const list = async (pathspecs: readonly string[]) => {
    const args = ['ls-tree', '-z', '--long', '--full-tree', '--', hash, ...pathspecs];
    return parseTree(await git.text(repository, args, {signal, environment: literal}));
  };
  const entry = path === '' ? undefined : (await list([path]))[0];
  if (path !== '' && entry === undefined) {
    throw new ToolError('RESOURCE_NOT_FOUND', `There is no '${path}' at '${ref}'`, {
      outcome: 'not_executed',
      suggestions: ["See what there is with path: '.'"],
    });
  }
  if (entry === undefined || entry.kind === 'directory') {
    const entries = await list(path === '' ? [] : [`${path}/`]);
    const truncated = entries.length > maxEntries;
    return {
      kind: 'directory' as const,
      path: path === '' ? '.' : path,
      entries: entries.slice(0, maxEntries),
      truncated,
    };
  }
  if (entry.kind === 'submodule') {
    throw new ToolError('INVALID_PARAMETER', `'${path}' is a submodule at '${ref}'`, {
      outcome: 'not_executed',
      context: {commit: entry.hash},
      suggestions: ['Open the repository of the submodule with git.open'],
    });
  }
  const options = {signal, maxOutputBytes: maxBytes, truncate: true};
  const {stdout, truncated} = await git.in(repository, ['cat-file', 'blob', entry.hash], options);
  return {
    kind: 'file' as const,
    path,
    ...decode(stdout, truncated),
    size: entry.size ?? stdout.length,
    ...(entry.kind === 'link' && {link: true}),
    truncated,
  };
}

/** Text where it is UTF-8, also when the cut went through a character. */
function decode(bytes: Buffer, truncated: boolean): {content: string; encoding: 'utf8' | 'base64'} {
  try {
    const content = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes, {stream: truncated});
    if (!content.includes('\0')) return {content, encoding: 'utf8'};
  } catch {
    // No UTF-8.
  }
  return {content: bytes.toString('base64'), encoding: 'base64'};
}
