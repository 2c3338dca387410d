import {lstatSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import type {Repository} from '../repository.js';

/**
 * Refuses a repository in which what is known of a linked working tree is a link: git would follow it when it removes
 * or prunes, and empty a directory anywhere (GIT05).
 */
export function requireOwnWorktrees({commonDir}: Repository): void {
  const folder = join(commonDir, 'worktrees');
  for (const name of namesIn(folder)) {
    if (lstatSync(join(folder, name)).isDirectory()) continue;
    throw new ToolError('PERMISSION_DENIED', `'.git/worktrees/${name}' is no directory of the repository`, {
      context: {reason: 'outside'},
      outcome: 'not_executed',
      suggestions: ['Remove it from the .git directory of the repository'],
    });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
