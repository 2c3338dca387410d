/** What examples begin with: `$made`, a repository with the file a.txt committed on `main`. */
export const oneCommit = {
  files: {'project/a.txt': 'a\n'},
  steps: [
    {tool: 'init', input: {directory: 'project', branch: 'main'}, as: 'made'},
    {tool: 'add', input: {repository: '$made'}, as: 'added'},
    {tool: 'commit', input: {repository: '$made', message: 'Add a'}, as: 'committed'},
  ],
} as const;

/** The same, with a commit on the branch `side` that `main`, checked out, does not have. */
export const sideBranch = {
  ...oneCommit,
  steps: [
    ...oneCommit.steps,
    {tool: 'checkout', input: {repository: '$made', branch: 'side', create: true}, as: 'switched'},
    {tool: 'mv', input: {repository: '$made', from: 'a.txt', to: 'b.txt'}, as: 'moved'},
    {tool: 'commit', input: {repository: '$made', message: 'Move a'}, as: 'second'},
    {tool: 'checkout', input: {repository: '$made', branch: 'main'}, as: 'back'},
  ],
} as const;
