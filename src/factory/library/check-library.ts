import type {WrapProblem} from '../../contract/wrap-language.js';
import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {joinPath} from '../config-problem.js';
import {handleInput, handleOutput} from '../handle-input.js';
import {byteEncodings, isByteEncoding} from './bytes.js';
import {checkDirectives} from './check-directives.js';
import {checkName} from './check-names.js';
import type {LibraryCheck} from './check-names.js';
import {signaturesOf} from './known-signatures.js';

type Config = Readonly<Record<string, unknown>>;
type Report = (problem: WrapProblem) => void;

/** What the language can not say of a config that wraps a library. Nothing is loaded. */
export function checkLibrary(module: Config, report: Report): void {
  const confined = Object.values(signaturesOf(module) ?? {}).some(({paths}) => paths !== undefined);
  const check: LibraryCheck = {module, confined, report};
  if (typeof module['export'] === 'string') checkName(module['export'], 'export', check);
  const maker = module['instanceConfig'];
  if (isRecord(maker)) {
    checkDirectives(maker['args'], 'instanceConfig.args', check, {isCall: false});
    if (typeof maker['method'] === 'string') checkName(maker['method'], 'instanceConfig.method', check, true);
  }
  for (const [name, tool] of Object.entries(isRecord(module['tools']) ? module['tools'] : {}))
    if (isRecord(tool)) checkTool(tool, joinPath('tools', name), check);
  checkParents(module, report);
}

const bindings = ['chain', 'get', 'set', 'next', 'events'] as const;

function checkTool(tool: Config, path: string, check: LibraryCheck): void {
  const {report} = check;
  const at = (key: string): string => joinPath(path, key);
  const used = [...bindings, 'method'].filter((key) => tool[key] !== undefined);
  const [first, second] = used;
  if (second !== undefined) {
    report({
      path: at(second),
      message: `"${second}" can not stand beside "${first ?? ''}"`,
      remedy: 'Remove one of them, or make a "chain"',
    });
  } else if (first !== undefined && first !== 'method') {
    for (const key of ['args', 'inputMapping', 'construct']) {
      if (tool[key] !== undefined)
        report({
          path: at(key),
          message: `"${first}" takes no "${key}"`,
          remedy: `Remove it, or put it into a step of a "chain"`,
        });
    }
  }
  checkSources(tool, at, check);
  checkAnswer(tool, at, report);
  if (typeof tool['method'] === 'string') checkName(tool['method'], at('method'), check, true);
  checkStep(tool, path, check);
  checkDirectives(tool['args'], at('args'), check);
  const chain = Array.isArray(tool['chain']) ? (tool['chain'] as unknown[]) : [];
  for (const [index, step] of chain.entries())
    if (isRecord(step)) checkChainStep(step, joinPath(at('chain'), index), check);
}

/** Whether a tool says what it works on. */
function checkSources(tool: Config, at: (key: string) => string, {module, confined, report}: LibraryCheck): void {
  const onHandle = handleInput(tool) !== undefined;
  if (tool['next'] !== undefined && !onHandle)
    report({path: at('next'), message: 'Nothing says what is read on', remedy: 'Add "on": "name of the handle"'});
  if (tool['events'] !== undefined && handleOutput(tool) === undefined) {
    const remedy = 'Add returns: {handle: "name"}, and a tool that reads it with "next"';
    report({path: at('events'), message: 'Events are kept behind a handle', remedy});
  }
  const hasOwnObject = onHandle || module['instanceConfig'] !== undefined || module['target'] !== undefined;
  if (tool['set'] !== undefined && !hasOwnObject) {
    const remedy = 'Add "on": "name of the handle", or make an object with "instanceConfig"';
    report({path: at('set'), message: 'What belongs to the library itself can not be set', remedy});
  }
  for (const key of bindings) {
    if (!confined || onHandle || tool[key] === undefined) continue;
    report({path: at(key), message: 'basePath can not confine it', remedy: 'Name a function with "method"'});
  }
}

/** What becomes of the answer: at most one thing. */
function checkAnswer(tool: Config, at: (key: string) => string, report: Report): void {
  const [first, second] = ['returns', 'collect', 'read'].filter((key) => tool[key] !== undefined);
  if (first !== undefined && second !== undefined)
    report({path: at(second), message: `"${second}" can not stand beside "${first}"`, remedy: 'Remove one of them'});
  if (tool['maxBytes'] !== undefined && tool['read'] === undefined)
    report({path: at('maxBytes'), message: 'It bounds "read", which is not there', remedy: 'Add "read": "base64"'});
  const {read} = tool;
  const encodings: readonly (readonly [string, unknown])[] = isRecord(read)
    ? Object.entries(read).map(([name, value]) => [joinPath(at('read'), name), value] as const)
    : [[at('read'), read]];
  for (const [path, value] of encodings) {
    if (typeof value !== 'string' || value.includes('{') || isByteEncoding(value)) continue;
    const near = nearest(value, byteEncodings);
    report({
      path,
      message: 'It is no encoding',
      received: JSON.stringify(value),
      remedy: near === undefined ? `Use one of ${byteEncodings.join(', ')}` : `Did you mean "${near}"?`,
    });
  }
}

const stepKeys = ['method', 'get', 'set', 'construct'] as const;

function checkChainStep(step: Config, path: string, check: LibraryCheck): void {
  const used = stepKeys.filter((key) => step[key] !== undefined && step[key] !== false);
  const isOne = used.length === 1 || (used.length === 2 && used.includes('method') && used.includes('construct'));
  if (!isOne) {
    const message =
      used.length === 0 ? 'The step does nothing' : `${used.map((key) => `"${key}"`).join(' and ')} are several steps`;
    check.report({path, message, remedy: 'Give one of "method", "get" and "set"'});
  }
  if (step['args'] !== undefined && (step['get'] !== undefined || step['set'] !== undefined))
    check.report({path: joinPath(path, 'args'), message: 'A property takes no "args"', remedy: 'Remove them'});
  if (typeof step['method'] === 'string') checkName(step['method'], joinPath(path, 'method'), check);
  checkStep(step, path, check);
  checkDirectives(step['args'], joinPath(path, 'args'), check);
}

/** Paths of properties, and what they are set to. */
function checkStep({get, set}: Config, path: string, check: LibraryCheck): void {
  if (typeof get === 'string') checkName(get, joinPath(path, 'get'), check);
  for (const [property, value] of Object.entries(isRecord(set) ? set : {})) {
    const place = joinPath(joinPath(path, 'set'), property);
    checkName(property, place, check);
    checkDirectives(value, place, check);
  }
}

/** A parent is a type of handle of this config, and not its own descendant. */
function checkParents(module: Config, report: Report): void {
  const handles = isRecord(module['handles']) ? module['handles'] : {};
  const tools = Object.values(isRecord(module['tools']) ? module['tools'] : {});
  const made = tools.flatMap((tool) => (isRecord(tool) ? (handleOutput(tool) ?? []) : []));
  const known = [...new Set([...Object.keys(handles), ...made])];
  const parentOf = (name: string): string | undefined => {
    const facts = Object.hasOwn(handles, name) ? handles[name] : undefined;
    return isRecord(facts) && typeof facts['parent'] === 'string' ? facts['parent'] : undefined;
  };
  for (const name of Object.keys(handles)) {
    const parent = parentOf(name);
    if (parent === undefined) continue;
    const path = joinPath(joinPath('handles', name), 'parent');
    if (!known.includes(parent)) {
      const near = nearest(parent, known);
      const remedy = near === undefined ? `Handles are ${known.join(', ')}` : `Did you mean "${near}"?`;
      report({path, message: `No tool returns a handle "${parent}"`, received: JSON.stringify(parent), remedy});
    } else if (isAncestor(name, parent, parentOf)) {
      report({
        path,
        message: 'A handle can not live in itself',
        received: JSON.stringify(parent),
        remedy: 'Remove one of the parents',
      });
    }
  }
}

function isAncestor(name: string, start: string, parentOf: (name: string) => string | undefined): boolean {
  const seen = new Set<string>();
  for (let one: string | undefined = start; one !== undefined && !seen.has(one); one = parentOf(one)) {
    if (one === name) return true;
    seen.add(one);
  }
  return false;
}
