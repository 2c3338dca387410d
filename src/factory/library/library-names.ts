import type {WrapSetup} from '../../core/wrap-kind.js';
import {nearest} from '../../contract/nearest.js';
import {functionNames, memberNames, resolveSteps} from '../method-path.js';
import type {Resolved} from '../method-path.js';

interface ResolvedFunction extends Resolved {
  readonly value: (...args: unknown[]) => unknown;
}

/** What a config can call a thing of a library by: `PDFDocument.load`, looked for in the instance, then in the exports. */
export class LibraryNames {
  readonly roots: readonly unknown[];
  readonly #setup: Pick<WrapSetup, 'problem'>;

  constructor(roots: readonly unknown[], setup: Pick<WrapSetup, 'problem'>) {
    this.roots = roots;
    this.#setup = setup;
  }

  /** Throws INVALID_CONFIG with the nearest name. */
  function(name: string, place: string): ResolvedFunction {
    const found = findIn(this.roots, name);
    if (typeof found?.value === 'function') return found as ResolvedFunction;
    throw this.#missing(name, place, 'function', functionNames);
  }

  /** Any export: a constant, a class. Throws INVALID_CONFIG with the nearest name. */
  value(name: string, place: string): Resolved {
    const found = findIn(this.roots, name);
    if (found) return found;
    throw this.#missing(name, place, 'export', memberNames);
  }

  #missing(name: string, place: string, what: string, namesOf: (root: unknown) => string[]): Error {
    // Of `PageSizes.A5x` the nearest in PageSizes.
    const dot = name.lastIndexOf('.');
    const holder = dot < 0 ? undefined : findIn(this.roots, name.slice(0, dot))?.value;
    const prefix = holder === undefined ? '' : name.slice(0, dot + 1);
    const holders = holder === undefined ? this.roots : [holder];
    const known = [...new Set(holders.flatMap(namesOf))].sort();
    const near = nearest(name.slice(prefix.length), known);
    const remedy = near === undefined ? listOf(what, known) : `Did you mean "${prefix}${near}"?`;
    return this.#setup.problem(place, `There is no ${what} "${name}" in what is wrapped`, remedy);
  }
}

/** The first of the roots that has what a path names; an empty path is the first root itself. */
const findIn = (roots: readonly unknown[], path: string): Resolved | undefined =>
  findSteps(roots, path === '' ? [] : path.split('.'));

/** The same for a path that was taken apart before. */
export function findSteps(roots: readonly unknown[], steps: readonly string[]): Resolved | undefined {
  for (const root of roots) {
    const found = resolveSteps(root, steps);
    if (found?.value !== undefined) return found;
  }
  return undefined;
}

const maxListed = 10;

function listOf(what: string, names: readonly string[]): string {
  if (names.length === 0) return `It has no ${what}s; name another "export"`;
  const more = names.length > maxListed ? `, and ${String(names.length - maxListed)} more` : '';
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}s`;
  return `${title} are ${names.slice(0, maxListed).join(', ')}${more}`;
}
