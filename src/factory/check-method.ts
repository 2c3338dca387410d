import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {handleInput} from './handle-input.js';
import {libraryName, signaturesOf} from './library/known-signatures.js';
import {closedMethods} from './library/module-policy.js';
import {isOpenStep} from './method-path.js';

type Config = Readonly<Record<string, unknown>>;

/** Whether the paths that a library takes are confined, which holds for its tools and not for what makes an instance. */
const isConfined = (module: Config): boolean =>
  Object.values(signaturesOf(module) ?? {}).some(({paths}) => paths !== undefined);

/** An instance made from data would be handed paths that nobody confined. */
export function checkInstance(module: Config, report: Report): void {
  if (!isRecord(module['instanceConfig']) || !isConfined(module)) return;
  report({
    path: 'instanceConfig',
    message: 'This library is wrapped without an instance',
    remedy: 'Leave "instanceConfig" out',
  });
}

/** Checks the names of functions before anything is loaded: no way into the language, none that can not be confined. */
export function checkMethod(module: Config, name: string, tool: Config, path: string, report: Report): void {
  for (const [place, method] of methodsOf(module, name, tool, path)) {
    const refused = method.split('.').find((step) => !isOpenStep(step));
    if (refused !== undefined) {
      report({
        path: place,
        message: `The step "${refused}" of "${method}" is refused`,
        remedy: 'Name a function of the library',
      });
      continue;
    }
    if (!handleInput(tool) && tool['release'] !== true) checkKnown(module, method, place, report);
  }
}

function methodsOf(module: Config, name: string, tool: Config, path: string): (readonly [string, string])[] {
  if (!('module' in module || 'wraps' in module || 'target' in module) || module['type'] === 'cli') return [];
  const isOther = ['construct', 'chain', 'get', 'set', 'next', 'events'].some(
    (key) => tool[key] !== undefined && tool[key] !== false,
  );
  const own = typeof tool['method'] === 'string' ? tool['method'] : isOther ? undefined : name;
  const maker = isRecord(module['instanceConfig']) ? module['instanceConfig']['method'] : undefined;
  return [
    ...(own === undefined
      ? []
      : [[typeof tool['method'] === 'string' ? joinPath(path, 'method') : path, own] as const]),
    ...(typeof maker === 'string' ? [['instanceConfig.method', maker] as const] : []),
  ];
}

function checkKnown(module: Config, method: string, path: string, report: Report): void {
  const library = libraryName(module);
  const closed = Object.hasOwn(closedMethods, library) ? closedMethods[library] : undefined;
  if (closed && Object.hasOwn(closed, method)) {
    report({
      path,
      message: `"${method}" of ${library} can not be wrapped: ${closed[method] ?? ''}`,
      remedy: 'Leave the tool out',
    });
  }
  const signatures = signaturesOf(module) ?? {};
  if (!isConfined(module) || Object.hasOwn(signatures, method)) return;
  const known = Object.keys(signatures);
  const near = nearest(method, known);
  const remedy = near === undefined ? `It can be one of ${known.join(', ')}` : `Did you mean "${near}"?`;
  report({path, message: `basePath can not confine "${method}" of ${library}`, remedy});
}
