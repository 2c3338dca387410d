import {defineHandle} from '../../src/sdk.js';

import type {OpenedFile} from './open-files/opened-file.js';
import {shownPath} from './shown-path.js';
import type {Watcher} from './watching/watcher.js';

/** An opened file. It is closed when nobody used it for ten minutes. */
export const fsFile = defineHandle('fs_file', {
  description: 'An opened file with a position',
  fields: ({asked, flags}: OpenedFile) => ({path: shownPath(asked), flags}),
  dispose: (file: OpenedFile) => file.end(),
  idleTtl: 600_000,
});

/** A file or folder that is watched, until its handle is released. */
export const fsWatcher = defineHandle('fs_watcher', {
  description: 'A file or folder that is watched for changes',
  fields: ({asked}: Watcher) => ({path: shownPath(asked)}),
  dispose: (watcher: Watcher) => watcher.end(),
});
