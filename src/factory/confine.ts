import type {Stats} from 'node:fs';
import {lstat, realpath, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve, sep} from 'node:path';
import {ToolError} from '../contract/errors.js';
import {nativeCode, safeRead} from '../contract/native-errors.js';
import type {WrapSetup} from '../core/wrap-kind.js';

/** bytes that a wrapped readFile may read at once */
export const maxReadBytes = 10_485_760;

/** Whether a real path is a folder or lies in it. */
const isInside = (base: string, path: string): boolean =>
  path === base || path.startsWith(base.endsWith(sep) ? base : base + sep);

const outside = (given: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The path ${JSON.stringify(given)} is outside of basePath`, {
    outcome: 'not_executed',
    context: {reason: 'outside_base'},
    suggestions: ['Give a path under basePath', 'Set basePath in the runtime config to the folder that is meant'],
  });

/** A folder that paths are held in, by its real path. */
export class Confinement {
  readonly base: string;

  private constructor(base: string) {
    this.base = base;
  }

  /** The base must be there; links on the way to it are followed once. */
  static async at(basePath: string): Promise<Confinement> {
    return new Confinement(await realpath(resolve(basePath)));
  }

  /**
   * The real path of what a path leads to, which need not be there. `entry` means the name itself: a link is not
   * followed, and the base is refused. Throws PERMISSION_DENIED with the reason `outside_base`, and INVALID_PARAMETER.
   */
  async resolve(given: unknown, role: 'target' | 'entry' = 'target'): Promise<string> {
    if (typeof given !== 'string' || given === '' || given.includes('\0')) {
      throw new ToolError('INVALID_PARAMETER', 'A path must be a text that is not empty and has no NUL character', {
        outcome: 'not_executed',
      });
    }
    const full = resolve(this.base, given);
    if (role === 'entry') {
      if (full === this.base) throw outside(given);
      return join(await this.#real(dirname(full), given), basename(full));
    }
    return this.#real(full, given);
  }

  async #real(full: string, given: string): Promise<string> {
    try {
      const real = await realpath(full);
      if (!isInside(this.base, real)) throw outside(given);
      return real;
    } catch (error) {
      if (nativeCode(error) !== 'ENOENT') throw hidePath(error, this.base);
    }
    // A link to nowhere would be followed by a write.
    if (await lstat(full).catch(() => undefined)) throw outside(given);
    const parent = dirname(full);
    if (parent === full) throw outside(given);
    return join(await this.#real(parent, given), basename(full));
  }
}

/** The confinement of a module: runtime value `basePath`, by default the current directory. Throws INVALID_CONFIG. */
export async function confinementOf({values, problem}: Pick<WrapSetup, 'values' | 'problem'>): Promise<Confinement> {
  const basePath = values['basePath'] ?? process.cwd();
  if (typeof basePath !== 'string') throw problem('basePath', 'It must be the path of a folder', 'Give a text');
  try {
    return await Confinement.at(basePath);
  } catch (error) {
    throw problem(
      'basePath',
      `The folder ${basePath} of the runtime config can not be used`,
      'Create it, or name another',
      error,
    );
  }
}

/** An error of the file system without the folder that the caller never saw. */
export function hidePath(error: unknown, base: string): unknown {
  const message = safeRead(error, 'message');
  if (ToolError.isToolError(error) || typeof message !== 'string' || base === sep) return error;
  const shown = new Error(message.replaceAll(base + sep, '').replaceAll(base, '.'));
  const code = nativeCode(error);
  return Object.assign(shown, {name: safeRead(error, 'name'), ...(code !== undefined && {code})});
}

/** Refuses what is no regular file (a pipe would never answer) and, for reading, what is too large. */
export async function assertReadable(path: string, given: string, limit?: number): Promise<void> {
  const facts: Stats | undefined = await stat(path).catch(() => undefined);
  if (!facts || facts.isDirectory()) return;
  if (!facts.isFile()) {
    throw new ToolError('INVALID_PARAMETER', `${JSON.stringify(given)} is not a regular file`, {
      outcome: 'not_executed',
    });
  }
  if (limit !== undefined && facts.size > limit) {
    throw new ToolError(
      'LIMIT_EXCEEDED',
      `${JSON.stringify(given)} has ${String(facts.size)} bytes, more than ${String(limit)}`,
      {
        outcome: 'not_executed',
        suggestions: ['Read it in parts with the filesystem module'],
      },
    );
  }
}
