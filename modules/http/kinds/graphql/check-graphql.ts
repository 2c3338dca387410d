import {isRecord, nearest, readGraphql} from '../../../../src/sdk.js';
import type {GraphqlOperation} from '../../../../src/sdk.js';
import {checkHeaderNames} from '../shared/check-http.js';
import type {Report} from '../shared/check-http.js';
import {wordOf} from '../shared/word.js';

/** Reports what can be told of a tool's document without the schema of its server. */
export function checkGraphql(tool: Readonly<Record<string, unknown>>, path: string, report: Report): void {
  checkHeaderNames(tool['headers'], `${path}.headers`, report);
  if (typeof tool['query'] !== 'string') return;
  const {operations, fragmentUses, problems} = readGraphql(tool['query']);
  for (const problem of problems) {
    report({path: `${path}.query`, message: `The document is no GraphQL. ${problem}`, remedy: 'Correct the document'});
  }
  if (problems.length > 0) return;
  const operation = chosen(operations, tool['operationName'], path, report);
  if (!operation) return;
  if (operation.kind === 'subscription') {
    report({path: `${path}.query`, message: 'A subscription can not be a tool', remedy: 'Use a query'});
  }
  const known = operation.variables.map(({name}) => name);
  for (const name of operation.uses) {
    if (!known.includes(name)) report({path: `${path}.query`, ...unknownVariable(name, known, 'is not defined')});
  }
  for (const name of known) {
    if (operation.uses.has(name) || fragmentUses.has(name)) continue;
    report({path: `${path}.query`, message: `The variable $${name} is never used`, remedy: `Use it, or remove it`});
  }
  for (const name of Object.keys(isRecord(tool['variables']) ? tool['variables'] : {})) {
    if (!known.includes(name))
      report({path: `${path}.variables.${name}`, ...unknownVariable(name, known, 'is none of the document')});
  }
}

function chosen(
  operations: readonly GraphqlOperation[],
  name: unknown,
  path: string,
  report: Report,
): GraphqlOperation | undefined {
  const names = operations.flatMap((one) => one.name ?? []);
  if (name === undefined) {
    if (operations.length === 1) return operations[0];
    report({
      path: `${path}.operationName`,
      message: `The document has ${operations.length} operations`,
      remedy: `Name one: ${names.join(', ')}`,
    });
    return undefined;
  }
  const found = operations.find((one) => one.name === name);
  if (found) return found;
  const near = nearest(wordOf(name, ''), names);
  report({
    path: `${path}.operationName`,
    message: `The document has no operation ${JSON.stringify(name)}`,
    remedy: near === undefined ? `Operations are ${names.join(', ')}` : `Did you mean "${near}"?`,
  });
  return undefined;
}

function unknownVariable(name: string, known: readonly string[], what: string): {message: string; remedy: string} {
  const near = nearest(name, known);
  const list = known.length === 0 ? 'The operation has no variables' : `Variables are ${known.join(', ')}`;
  return {message: `The variable $${name} ${what}`, remedy: near === undefined ? list : `Did you mean "$${near}"?`};
}
