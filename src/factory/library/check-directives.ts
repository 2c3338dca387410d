import {nearest} from '../../contract/nearest.js';
import {joinPath} from '../config-problem.js';
import {isPlainObject} from '../snapshot-config.js';
import {byteEncodings, isByteEncoding} from './bytes.js';
import {checkName} from './check-names.js';
import type {LibraryCheck} from './check-names.js';
import {directiveOf, directives} from './directives.js';

interface Surroundings {
  /** Whether there is a call, whose signal can be handed on. */
  readonly isCall: boolean;
}

type Node = Readonly<Record<string, unknown>>;

const names = Object.keys(directives);

/** Directives of a template: their keys, what stands beside them, and the names that they give. */
export function checkDirectives(
  node: unknown,
  path: string,
  check: LibraryCheck,
  surroundings: Surroundings = {isCall: true},
): void {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) checkDirectives(item, joinPath(path, index), check, surroundings);
    return;
  }
  if (!isPlainObject(node)) return;
  const found = directiveOf(node);
  if (found) {
    checkDirective(node, found.key, path, check, surroundings);
    if (found.key === '$literal') return;
  } else checkNear(node, path, check);
  for (const [key, value] of Object.entries(node)) checkDirectives(value, joinPath(path, key), check, surroundings);
}

function checkDirective(node: Node, key: string, path: string, check: LibraryCheck, {isCall}: Surroundings): void {
  const {report} = check;
  const {beside = [], isName = false, only} = directives[key] ?? {};
  for (const other of Object.keys(node)) {
    if (other === key || beside.includes(other)) continue;
    const near = nearest(other, beside);
    const known = beside.length === 0 ? 'Remove it' : `Beside it there can be ${beside.join(', ')}`;
    report({
      path: joinPath(path, other),
      message: `Unknown key "${other}" beside "${key}"`,
      remedy: near === undefined ? known : `Did you mean "${near}"?`,
    });
  }
  const value = node[key];
  const place = joinPath(path, key);
  if (only && !only.includes(value))
    report({path: place, message: `It must be ${only.join(' or ')}`, remedy: `Write {"${key}": ${only.join(' or ')}}`});
  if (isName) checkNamed(key, value, place, check);
  if (key === '$signal' && !isCall)
    report({path: place, message: 'There is no call whose signal it could be', remedy: 'Remove it'});
  const {args, encoding} = node;
  if (beside.includes('args') && args !== undefined && !Array.isArray(args))
    report({path: joinPath(path, 'args'), message: 'It must be array', remedy: 'Give a list'});
  if (key === '$bytes' && typeof encoding === 'string' && !encoding.includes('{') && !isByteEncoding(encoding))
    report({
      path: joinPath(path, 'encoding'),
      message: 'It is no encoding',
      remedy: `Use one of ${byteEncodings.join(', ')}`,
    });
}

/** A name of the library is written by the author of the config, and by no caller. */
function checkNamed(key: string, value: unknown, path: string, check: LibraryCheck): void {
  const {confined, report} = check;
  if (typeof value !== 'string' || value === '' || value.includes('{')) {
    report({
      path,
      message: 'It must be the name of an export',
      received: JSON.stringify(value),
      remedy: `Write {"${key}": "Name"}`,
    });
    return;
  }
  if (confined) report({path, message: 'basePath can not confine it', remedy: 'Leave it out'});
  checkName(value, path, check);
}

/** A key that is nearly a directive; what really has such a key says so. */
function checkNear(node: Node, path: string, {report}: LibraryCheck): void {
  const keys = Object.keys(node);
  const key = keys.find((one) => one.startsWith('$')) ?? '';
  const isMeant = key !== '$config' && key !== '$env' && (typeof node[key] === 'string' || node[key] === true);
  const near = isMeant ? nearest(key, names) : undefined;
  if (near === undefined) return;
  report({
    path: joinPath(path, key),
    message: `Unknown directive "${key}"`,
    remedy: `Did you mean "${near}"? For data with such a key write {"$literal": {"${key}": …}}`,
  });
}
