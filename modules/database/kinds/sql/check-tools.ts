import {declaredInputs, isRecord, nearest, readSql, ToolError} from '../../../../src/sdk.js';
import type {DeclaredInputs, SqlStatement, WrapProblem} from '../../../../src/sdk.js';
import {statementFacts} from '../../statements/statement-facts.js';
import {mayWrite} from './access.js';

type Config = Readonly<Record<string, unknown>>;
type Report = (problem: WrapProblem) => void;

/** Reports what is wrong with the statements of a config; no database is asked. */
export function checkTools(config: Config, report: Report): void {
  for (const [name, tool] of Object.entries(isRecord(config['tools']) ? config['tools'] : {})) {
    if (!isRecord(tool) || typeof tool['sql'] !== 'string') continue;
    const path = `tools.${name}`;
    const statement = readSql(tool['sql']);
    const refuse = (key: string, message: string, remedy: string): false => {
      report({path: `${path}.${key}`, message, remedy});
      return false;
    };
    if (checkStatement(tool, config, statement, refuse)) checkNames(tool, statement, path, report);
  }
}

const writers = new Set(['insert', 'update', 'delete', 'merge', 'create', 'alter', 'drop', 'truncate', 'comment']);
const openModule = 'Say readOnly: false of the module, so that its tools may write';

const remedies: Readonly<Record<string, string>> = {
  copy: 'Read with select, and write lists with insert … select from unnest(:ids)',
};

type Refuse = (key: string, message: string, remedy: string) => false;

/** One statement, of a kind that is run, that may do what it does. */
function checkStatement(tool: Config, config: Config, statement: SqlStatement, refuse: Refuse): boolean {
  const {
    numbered,
    scan: {tokens, whole},
  } = statement;
  if (!whole) {
    const remedy = 'Close it, or make the statement shorter';
    return refuse('sql', 'A literal, a name in quotes or a comment is not closed, or it is too long', remedy);
  }
  if (tokens.every(({text}) => text === ';'))
    return refuse('sql', 'It holds no statement', 'Write one, such as select 1');
  const first = tokens[0]?.text ?? '';
  const end = tokens.findIndex(({kind, text}) => kind === 'mark' && text === ';');
  // A function that is made can hold statements: `begin atomic … end`.
  if (end >= 0 && first !== 'create' && tokens.slice(end).some(({text}) => text !== ';'))
    return refuse('sql', 'There are several statements', 'Make a tool of each, or one statement of them by "with"');
  if (numbered) return refuse('sql', 'Parameters have names here, and no numbers', 'Write :id in place of $1');
  try {
    return checkAccess(tool, config, statementFacts(String(tool['sql'])).verb, refuse);
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    return refuse('sql', error.message, remedies[first] ?? 'Leave it out: each call is a transaction of its own');
  }
}

/** What is seen to write must be let; the server decides in the end. */
function checkAccess(tool: Config, config: Config, verb: string, refuse: Refuse): boolean {
  const isOpen = config['readOnly'] === false;
  if (!isOpen && tool['readOnly'] === false) return refuse('readOnly', 'The module is read-only', openModule);
  if (!writers.has(verb) || mayWrite(tool, config)) {
    if (isOpen || tool['mode'] !== 'execute') return true;
    return refuse('mode', 'The module is read-only, and "execute" is for what writes', openModule);
  }
  if (isOpen) return refuse('sql', `The tool only reads, and ${verb} writes`, 'Say readOnly: false of the tool');
  return refuse('sql', `The module is read-only, and ${verb} writes`, openModule);
}

/** Parameters, the values that `parameters` gives, and the inputs must fit together. */
function checkNames(tool: Config, {names, attached}: SqlStatement, path: string, report: Report): void {
  const given = isRecord(tool['parameters']) ? tool['parameters'] : {};
  const refused = names.find((name) => name === '__proto__' || name === 'constructor' || name === 'prototype');
  if (refused !== undefined)
    report({path: `${path}.sql`, message: `A parameter can not be called "${refused}"`, remedy: 'Choose another name'});
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    report({path: `${path}.parameters.${name}`, ...missing(`The statement has no parameter ":${name}"`, name, names)});
  }
  const inputs = inputsOf(tool);
  if (inputs === undefined) return;
  const asked = names.filter((name) => !Object.hasOwn(given, name));
  const unknown = asked.filter((name) => !inputs.names.includes(name));
  for (const name of unknown) {
    report({path: `${path}.sql`, ...missing(`There is no input for the parameter ":${name}"`, name, inputs.names)});
  }
  const used = JSON.stringify(given);
  const meant = new Set(unknown.map((name) => nearest(name, inputs.names)));
  for (const name of inputs.names) {
    if (asked.includes(name) || meant.has(name) || used.includes(`{${name}}`) || used.includes(`{${name}.`)) continue;
    // A filter that nobody looks at would be believed in.
    const remedy = attached.includes(name)
      ? `Put a space before ":${name}": directly behind a word or a bracket a colon begins no parameter`
      : `Use it as :${name}, or remove it`;
    report({
      path: `${path}.${inputs.key}.${name}`,
      message: `The input "${name}" is not used by the statement`,
      remedy,
    });
  }
}

function missing(message: string, name: string, known: readonly string[]): {message: string; remedy: string} {
  const near = nearest(name, known);
  const list = known.length === 0 ? 'There are none' : `There are ${known.join(', ')}`;
  return {message, remedy: near === undefined ? list : `Did you mean "${near}"?`};
}

/** What a declared input names; undefined where it takes other things, or where a transform makes the values. */
function inputsOf(tool: Config): DeclaredInputs | undefined {
  const transforms = tool['outputTransform'] !== undefined || tool['transform'] !== undefined;
  return transforms ? undefined : declaredInputs(tool);
}
