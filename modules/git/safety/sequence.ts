import {join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import type {Repository} from '../repository.js';
import {readPlainFile} from './plain-file.js';

/** Steps of a rebase or cherry-pick that run nothing. `exec` (`x`) runs a command; `merge` may ask for a strategy. */
const harmless = new Set([
  ...['pick', 'p', 'revert', 'reword', 'r', 'edit', 'e', 'squash', 's', 'fixup', 'f', 'drop', 'd'],
  ...['noop', 'break', 'b', 'label', 'l', 'reset', 't', 'update-ref', 'u', 'merge', 'm'],
]);

/** git's own strategies; git runs `git-merge-<name>` for any other. */
export const strategies = ['recursive', 'ort', 'resolve', 'ours', 'subtree'] as const;
const known = new Set<string>([...strategies, 'octopus']);

const denied = (what: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `Going on would ${what}, which the repository's own files ask for`, {
    context: {reason: 'repository_config'},
    outcome: 'not_executed',
    suggestions: ['Take the operation back with abort: true'],
  });

/**
 * Refuses to go on with a rebase or cherry-pick whose files in git's directory would run a program (GIT07): they can
 * come with a repository, like its configuration. `configured` are the values of its `pull.twohead`, of which git takes
 * the first when nothing else names a strategy; no value given with the command comes before them.
 */
export function requireHarmlessSequence({gitDir}: Repository, configured: readonly string[]): void {
  const read = (name: string): string => readPlainFile(join(gitDir, name))?.toString('utf8') ?? '';
  const lines = `${read('rebase-merge/git-rebase-todo')}\n${read('sequencer/todo')}`.split('\n');
  const steps = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const odd = steps.find((step) => !harmless.has(step.split(/\s/)[0] ?? ''));
  if (odd !== undefined) throw denied(`run '${odd.slice(0, 100)}'`);
  const options = [...read('sequencer/opts').matchAll(/strategy\s*=(.*)/gi)].map(([, value = '']) => value);
  const named = [read('rebase-merge/strategy'), ...options]
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const used = named.length > 0 || steps.length === 0 ? named : configured;
  const strategy = used.find((name) => !known.has(name));
  if (strategy !== undefined) throw denied(`use the strategy '${strategy.slice(0, 100)}'`);
}
