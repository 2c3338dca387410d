import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import {preview} from '../schema/describe-issue.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {isOpenStep} from './method-path.js';
import {isPlainObject} from './snapshot-config.js';

/** What templates are filled from. */
interface TemplateScope {
  readonly input: Readonly<Record<string, unknown>>;
  /** Runtime values. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Variables of the environment that the config names, and no other. */
  readonly env: Readonly<Record<string, string>>;
}

/** What templates name beside inputs. */
export interface TemplateNeeds {
  /** Runtime values, as paths. */
  readonly configs: readonly string[];
  /** Variables of the environment, each as often as it is named. */
  readonly envs: readonly Placeholder[];
}

/** An input or a variable that a template names, and where. */
export interface Placeholder {
  readonly name: string;
  readonly path: string;
}

/** A template that was read: what it needs, and how it is filled. */
export interface CompiledTemplate extends TemplateNeeds {
  /** Inputs that it names. */
  readonly inputs: readonly Placeholder[];
  /** What follows a brace that is never closed; text, unless an input has this name. */
  readonly unclosed: readonly Placeholder[];
  /** undefined where an input that it names is missing. */
  readonly fill: (scope: TemplateScope) => unknown;
}

type Fill = (scope: TemplateScope) => unknown;

const placeholder = /\{\{([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\}\}|\{([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\}/g;
const openBrace = /\{([A-Za-z_$][\w$-]*)(?![\w$-])(?![^{]*\})/g;
const directives = ['$config', '$env'];

/**
 * Reads a template: `{a.b}` is a value of the input (of its own type when it is the whole text), `{{a}}` is the text
 * `{a}`, `{"$config": "a.b"}` a runtime value, `{"$env": "NAME"}` a secret. Values are put in once and not read again.
 */
export function compileTemplate(template: unknown, path = '', report: Report = () => undefined): CompiledTemplate {
  const inputs: Placeholder[] = [];
  const unclosed: Placeholder[] = [];
  const configs = new Set<string>();
  const envs: Placeholder[] = [];

  const compile = (node: unknown, at: string): Fill => {
    if (typeof node === 'string') return compileText(node, at);
    if (Array.isArray(node)) {
      const items = node.map((item, index) => compile(item, joinPath(at, index)));
      return (scope) => items.map((fill) => fill(scope));
    }
    if (!isPlainObject(node)) return () => node;
    const directive = compileDirective(node, at);
    if (directive) return directive;
    const entries = Object.entries(node).map(([key, value]) => [key, compile(value, joinPath(at, key))] as const);
    return (scope) => {
      const filled: Record<string, unknown> = {};
      for (const [key, fill] of entries) {
        const value = fill(scope);
        if (value !== undefined) filled[key] = value;
      }
      return filled;
    };
  };

  const compileDirective = (node: Record<string, unknown>, at: string): Fill | undefined => {
    const [key = ''] = Object.keys(node);
    const fallback = node['default'];
    const isOne = Object.keys(node).every((other) => other === key || other === 'default');
    if (!key.startsWith('$') || !isOne) return undefined;
    const value = node[key];
    if (!directives.includes(key)) {
      const near = nearest(key, directives);
      if (near)
        report({path: joinPath(at, key), message: `Unknown directive "${key}"`, remedy: `Did you mean "${near}"?`});
      return undefined;
    }
    if (typeof value !== 'string' || value === '') {
      report({
        path: joinPath(at, key),
        message: 'It must be a name',
        received: preview(value),
        remedy: `Write {"${key}": "name"}`,
      });
      return () => undefined;
    }
    if (key === '$env') {
      envs.push({name: value, path: joinPath(at, key)});
      return ({env}) => (Object.hasOwn(env, value) ? env[value] : fallback);
    }
    const steps = checkedSteps(value, joinPath(at, key), report);
    configs.add(value);
    return ({config}) => readSteps(config, steps) ?? fallback;
  };

  const compileText = (text: string, at: string): Fill => {
    if (text.includes('${')) {
      report({
        path: at,
        message: '"${…}" is not interpolated',
        received: preview(text),
        remedy:
          'Use {name} for an input, {"$config": "name"} for a runtime value, {"$env": "NAME"} for the environment',
      });
      return () => text;
    }
    const parts: (string | Fill)[] = [];
    let end = 0;
    for (const match of text.matchAll(placeholder)) {
      const [whole, literal, name] = match;
      parts.push(text.slice(end, match.index));
      end = match.index + whole.length;
      if (literal !== undefined) {
        parts.push(`{${literal}}`);
        continue;
      }
      const steps = checkedSteps(name ?? '', at, report);
      inputs.push({name: steps[0] ?? '', path: at});
      parts.push(({input}) => readSteps(input, steps));
    }
    parts.push(text.slice(end));
    const pieces = parts.filter((part) => part !== '');
    // Only what stands between placeholders: theirs are closed.
    for (const piece of text.replace(placeholder, '\0').split('\0')) {
      for (const [, name = ''] of piece.matchAll(openBrace)) unclosed.push({name, path: at});
    }
    const [only] = pieces;
    if (pieces.length === 1 && typeof only === 'function') return only;
    if (pieces.every((piece) => typeof piece === 'string')) return () => pieces.join('');
    return (scope) => joinPieces(pieces, scope);
  };

  const fill = compile(template, path);
  return {inputs, unclosed, configs: [...configs], envs, fill};
}

function joinPieces(pieces: readonly (string | Fill)[], scope: TemplateScope): string | undefined {
  let text = '';
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : piece(scope);
    if (value === undefined || value === null) return undefined;
    text += typeof value === 'string' ? value : JSON.stringify(value);
  }
  return text;
}

function checkedSteps(path: string, at: string, report: Report): readonly string[] {
  const steps = path.split('.');
  const refused = steps.find((step) => !isOpenStep(step));
  if (refused !== undefined) {
    report({
      path: at,
      message: `The step "${refused}" of "${path}" is refused`,
      remedy: 'Name a property of your own data',
    });
  }
  return steps;
}

/** Reads own properties only, so that no path reaches a prototype. */
function readSteps(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (!(isRecord(value) || Array.isArray(value)) || !isOpenStep(step) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
