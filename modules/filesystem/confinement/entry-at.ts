import {lstatSync} from 'node:fs';
import type {Stats} from 'node:fs';

import {fileFailure} from '../errors.js';

/** Stats of an entry itself, undefined where nothing is, also below a file. `asked` is what messages name. */
export function entryAt(path: string, asked: readonly string[]): Stats | undefined {
  try {
    return lstatSync(path, {throwIfNoEntry: false});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw fileFailure(error, 'RESOURCE_UNAVAILABLE', asked);
  }
}
