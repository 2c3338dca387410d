import {readlinkSync, realpathSync, statSync} from 'node:fs';
import {isAbsolute, relative, resolve, sep} from 'node:path';

import {ToolError} from '../../../src/sdk.js';
import {invalid, outsideBase} from '../errors.js';
import {isReserved} from './reserved-names.js';

/** The folder everything is confined to, by its real path. Paths inside are lists of segments; [] is the folder itself. */
export class BaseFolder {
  readonly path: string;
  /** Whether descriptors can be followed back to their paths (`/proc/self/fd`), so that races can't lead outside. */
  readonly hasDescriptorPaths: boolean;
  readonly #given: string;

  /** Throws INVALID_CONFIG unless `basePath` is a folder. */
  constructor(basePath: string) {
    this.#given = resolve(basePath);
    this.path = realFolder(basePath, this.#given);
    this.hasDescriptorPaths = canFollowDescriptors();
  }

  /**
   * Reads a path as callers give it: relative to the base, or absolute and inside. Purely lexical, so `..` goes up by
   * name; links are the duty of `locate`. MISSING_PARAMETER when empty, INVALID_PARAMETER for a NUL or a reserved
   * name, PERMISSION_DENIED when it leads outside (FS01, CVE-2025-53110).
   */
  parse(path: string, parameter = 'path'): string[] {
    if (path === '') {
      throw new ToolError('MISSING_PARAMETER', `Required parameter "${parameter}" is missing`, {
        outcome: 'not_executed',
        suggestions: [`Provide a "${parameter}" parameter`],
      });
    }
    if (path.includes('\0'))
      throw invalid('nul_byte', `Parameter "${parameter}" holds a NUL byte`, ['Remove the NUL byte']);
    const segments = this.segmentsOf(isAbsolute(path) ? resolve(path) : resolve(this.path, path));
    if (!segments) throw outsideBase();
    if (segments.some(isReserved)) {
      throw invalid('reserved_name', `Parameter "${parameter}" holds a name that is reserved for temporary files`, [
        'Choose another name',
      ]);
    }
    return segments;
  }

  /** Segments of a normalised absolute path, or undefined when it is outside. */
  segmentsOf(absolute: string): string[] | undefined {
    const root = [this.path, this.#given].find((folder) => isWithin(folder, absolute));
    if (root === undefined) return undefined;
    const inner = relative(root, absolute);
    return inner === '' ? [] : inner.split(sep);
  }

  /** Absolute path of segments. */
  absolute(segments: readonly string[]): string {
    return segments.length === 0 ? this.path : `${this.path === sep ? '' : this.path}${sep}${segments.join(sep)}`;
  }

  /**
   * Throws PERMISSION_DENIED unless an opened descriptor lies inside the base, wherever its path led when it was opened
   * (FS04). `expected` is the path that was opened, for systems that can't follow a descriptor.
   */
  assertInside(descriptor: number, expected: string): void {
    const path = this.hasDescriptorPaths ? readlinkSync(`/proc/self/fd/${descriptor}`) : realpathSync(expected);
    if (!isWithin(this.path, path)) throw outsideBase();
  }
}

/** Separator-aware: `/w/base_evil` is not within `/w/base`. */
function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realFolder(given: string, absolute: string): string {
  const suggestions = ['Create the folder first, or name one that exists'];
  try {
    const path = realpathSync(absolute);
    if (statSync(path).isDirectory()) return path;
  } catch (error) {
    throw new ToolError('INVALID_CONFIG', `basePath ${JSON.stringify(given)} can not be used`, {
      cause: error,
      suggestions,
    });
  }
  throw new ToolError('INVALID_CONFIG', `basePath ${JSON.stringify(given)} is not a folder`, {suggestions});
}

function canFollowDescriptors(): boolean {
  try {
    return statSync('/proc/self/fd').isDirectory();
  } catch {
    return false;
  }
}
