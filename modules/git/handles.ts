import {defineHandle} from '../../src/sdk.js';
import type {Handle} from '../../src/sdk.js';
import type {Repository} from './repository.js';

/** An open repository; nothing is held open, so releasing it only ends the right to use it. */
export const gitRepository = defineHandle('git_repository', {
  description: 'An open git repository',
  fields: ({path, url}: Repository): {path: string; url?: string} => ({path, ...(url !== undefined && {url})}),
  markers: {_repoHandle: true},
});

/** What callers hold. */
export type RepositoryHandle = Handle<'git_repository', {path: string; url?: string}>;
