import type {WrapProblem} from '../../contract/wrap-language.js';
import {isOpenStep} from '../method-path.js';
import {libraryName} from './known-signatures.js';
import {closedMethods} from './module-policy.js';

/** What the checks of one config need. */
export interface LibraryCheck {
  readonly module: Readonly<Record<string, unknown>>;
  /** Whether `basePath` confines the library, so that nothing may go around its signatures. */
  readonly confined: boolean;
  readonly report: (problem: WrapProblem) => void;
}

/**
 * Refuses a way into the language, and to what is closed in this library, at whatever step it is named. `isMethod`: the name
 * is one that the factory has looked at, and told of a refused step and of a closed function.
 */
export function checkName(name: string, path: string, {module, report}: LibraryCheck, isMethod = false): void {
  const steps = name.split('.');
  const refused = steps.find((step) => !isOpenStep(step));
  if (refused !== undefined && !isMethod)
    report({path, message: `The step "${refused}" of "${name}" is refused`, remedy: 'Name a member of the library'});
  const library = libraryName(module);
  const closed = Object.hasOwn(closedMethods, library) ? (closedMethods[library] ?? {}) : {};
  const shut = steps.find((step) => Object.hasOwn(closed, step));
  if (shut === undefined || (isMethod && shut === name)) return;
  report({path, message: `"${shut}" of ${library} can not be wrapped: ${closed[shut] ?? ''}`, remedy: 'Leave it out'});
}
