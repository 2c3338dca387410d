import {isRecord, nearest, unusedInputs} from '../../../../src/sdk.js';
import type {WrapKind} from '../../../../src/sdk.js';
import {checkEnvironment} from './environment.js';
import {isClosedInput, isFlagInput} from './closed-input.js';
import {readsParts} from './parse/parser.js';
import type {Problem, Values} from './reading.js';
import {readTool} from './tool.js';

/** Codes that a tool of a program can answer without being told to, as its language says. */
export const cliErrors = ['OPERATION_FAILED', 'PROTOCOL_ERROR', 'RESOURCE_NOT_FOUND', 'LIMIT_EXCEEDED'] as const;

/** Reports what the language can not say of a config that wraps a program. */
export const checkCli: NonNullable<WrapKind['check']> = (config, report) => {
  const problem: Problem = (path, message, remedy, received) =>
    report({path, message, remedy, ...(received !== undefined && {received: shown(received)})});
  checkEnvironment(config['env'], 'env', problem);
  for (const [name, tool] of Object.entries(isRecord(config['tools']) ? config['tools'] : {})) {
    if (isRecord(tool)) checkTool(tool, `tools.${name}`, config, problem);
  }
};

function checkTool(tool: Values, at: string, module: Values, problem: Problem): void {
  readTool(tool, at, {
    problem,
    // Templates themselves were looked at with the language.
    template: () => ({fill: () => undefined}),
    isClosed: (input) => isClosedInput(tool['input'] ?? tool['inputSchema'], input),
    isFlag: (template) => isFlagInput(tool['input'] ?? tool['inputSchema'], template),
  });
  checkEnvironment(tool['env'], `${at}.env`, problem);
  checkCodes(tool, at, problem);
  for (const {path, name} of unusedInputs(tool, ['args', 'stdin', 'cwd', 'env', 'parse', 'progress']))
    problem(`${at}.${path}`, `The input "${name}" is not used by the command`, `Use it as {${name}}, or remove it`);
  if ((tool['overflow'] ?? module['overflow']) === 'truncate' && !readsParts(tool['parse'])) {
    problem(
      tool['overflow'] === undefined ? `${at}.parse` : `${at}.overflow`,
      'Output whose middle is missing can not be read this way',
      'Use parse "text" or "lines", or overflow "error"',
      tool['parse'],
    );
  }
}

/** Every code that a tool can answer is one that it declares. */
function checkCodes(tool: Values, at: string, problem: Problem): void {
  const declared = [...Object.keys(isRecord(tool['errors']) ? tool['errors'] : {}), ...cliErrors];
  const {exitCodes, stderr} = tool;
  const places = [
    ...Object.entries(isRecord(exitCodes) ? exitCodes : {}).map(
      ([key, code]) => [`${at}.exitCodes.${key}`, code] as const,
    ),
    ...Object.entries(isRecord(stderr) ? stderr : {}).map(([key, code]) => [`${at}.stderr.${key}`, code] as const),
  ];
  for (const [path, code] of places) {
    if (typeof code !== 'string' || declared.includes(code) || (code === 'ok' && !path.startsWith(`${at}.stderr`)))
      continue;
    const near = nearest(code, declared);
    const remedy =
      near === undefined ? `Add "${code}" to "errors" of the tool` : `Did you mean "${near}"? Else add it to "errors"`;
    problem(path, `The tool does not declare the code "${code}"`, remedy);
  }
  for (const key of Object.keys(isRecord(exitCodes) ? exitCodes : {})) {
    if (/^(?:0|[1-9]\d{0,9})$/.test(key)) continue;
    problem(`${at}.exitCodes.${key}`, `"${key}" is no exit code`, 'Exit codes are numbers: {"1": "NO_MATCH"}');
  }
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};
