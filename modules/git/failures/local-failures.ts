import type {Failure} from './failure.js';

/** What is said by commands that bring histories, the index and the working tree together; part of failures.ts. */
export const localFailures: readonly Failure[] = [
  {
    pattern: /refusing to merge unrelated histories/,
    code: 'UNRELATED_HISTORIES',
    message: 'The two histories have no commit in common',
    suggestions: ['Check that it is the right branch; allowUnrelatedHistories: true joins them all the same'],
    outcome: 'not_executed',
    commands: ['merge'],
  },
  {
    pattern:
      /would be overwritten by|contains uncommitted changes|You have unstaged changes|would lose untracked files|not uptodate\. Cannot merge|Cannot (update|remove) .*|could not restore untracked files|already exists, no checkout/,
    code: 'WORKING_TREE_DIRTY',
    message: 'Changes that are not committed stand in the way',
    suggestions: ['Commit the changes with git.add and git.commit, or put them aside with git.stash'],
    outcome: 'not_executed',
    commands: ['merge', 'rebase', 'cherry-pick', 'stash', 'reset'],
  },
  {
    pattern: /has (local modifications|changes staged|staged content different)|have (local|changes|staged)/,
    code: 'WORKING_TREE_DIRTY',
    message: 'The file has changes that are not committed',
    suggestions: ['Commit them, give cached: true to keep the file, or force: true to remove it all the same'],
    outcome: 'not_executed',
    commands: ['rm'],
  },
  {
    pattern:
      /tell me who you are|empty ident name|no (name|email) was given|unable to auto-detect email|invalid ident/i,
    code: 'INVALID_AUTHOR',
    message: 'It is not known who commits',
    suggestions: ["Give author: 'name <email>' in the config"],
    outcome: 'not_executed',
    commands: ['merge', 'rebase', 'cherry-pick', 'stash', 'tag'],
  },
  {
    pattern: /is a merge but no -m option|mainline was specified but|does not have parent/,
    code: 'INVALID_PARAMETER',
    message: 'mainline does not fit the commit',
    suggestions: ['Give mainline for a merge (1 for its first parent), and leave it out for any other commit'],
    outcome: 'not_executed',
    commands: ['cherry-pick'],
  },
  {
    pattern: /cherry-pick is now empty|nothing to commit/,
    code: 'NO_CHANGES',
    message: 'A commit changes nothing here: its changes are there already',
    suggestions: ['Leave it out; one that was resolved to nothing is left out with skip: true'],
    commands: ['cherry-pick'],
  },
  {
    pattern: /unmerged|Unmerged|needs merge|unresolved conflict|conflicted, source=|resolve your current index/,
    code: 'MERGE_CONFLICT',
    message: 'There are unresolved conflicts',
    suggestions: ['Resolve the files that git.status lists as conflicted, then use git.add on them'],
    outcome: 'not_executed',
    commands: ['merge', 'cherry-pick', 'rebase', 'stash', 'restore', 'mv', 'rm'],
  },
  {
    pattern:
      /in the middle of a merge|have not concluded your|MERGE_HEAD exists|is already a rebase|already in progress|in progress|There is no merge/,
    code: 'INVALID_STATE',
    message: 'The repository is in no state for this',
    suggestions: ['See which operation is under way with git.status, and end it with continue: true or abort: true'],
    outcome: 'not_executed',
    commands: ['merge', 'rebase', 'cherry-pick', 'reset', 'stash'],
  },
  {
    pattern: /not removing '.*' recursively/,
    code: 'INVALID_PARAMETER',
    message: 'It is a directory',
    suggestions: ['Give recursive: true to remove all files in it'],
    outcome: 'not_executed',
    commands: ['rm'],
  },
  {
    pattern: /destination exists|destination already exists|multiple sources for the same target/,
    code: 'RESOURCE_EXISTS',
    message: 'There is something at that place already',
    suggestions: ['Use another name, or remove what is there with git.rm'],
    outcome: 'not_executed',
    commands: ['mv'],
  },
  {
    pattern: /can not move directory into itself|destination is not a directory/,
    code: 'INVALID_PARAMETER',
    message: 'A file or directory can not be moved there',
    suggestions: ['Give another place'],
    outcome: 'not_executed',
    commands: ['mv'],
  },
  {
    pattern:
      /pathspec '.*' did not match|pathspec .* did not match|not under version control|bad source|source directory is empty|destination directory does not exist|renaming '.*' failed|no such path|is outside repository|beyond a symbolic link|Did you forget to 'git add'/,
    code: 'RESOURCE_NOT_FOUND',
    message: 'No file that git knows matches',
    suggestions: ['Use git.status to see which files there are'],
    outcome: 'not_executed',
    commands: ['rm', 'mv', 'restore', 'stash', 'blame'],
  },
  {
    pattern: /has only \d+ lines?/,
    code: 'INVALID_PARAMETER',
    message: 'The file has fewer lines',
    suggestions: ["Give lines within the file, such as '1,20'"],
    outcome: 'not_executed',
    commands: ['blame'],
  },
];
