import {isRecord} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import {nearest} from '../contract/nearest.js';
import {askInput, missingParameters} from './answers/ask-input.js';
import {mayAsk, Questioner} from './answers/questioner.js';
import {parametersOf, readAnswer} from './answers/read-answer.js';
import type {Invocation} from './command.js';
import {onOneLine, printable} from './printable.js';
import {readInput} from './read-input.js';
import {shellWord} from './shell-word.js';
import {usageError} from './usage-error.js';

/**
 * The input of a call: JSON from wherever, `--param`, and what a person at the terminal answers for the rest. Throws
 * INVALID_PARAMETER, and OPERATION_CANCELLED on Ctrl-C.
 */
export async function callInput(
  {io, output, options, argument}: Invocation,
  record: ToolMetadata,
  records: readonly ToolMetadata[],
): Promise<unknown> {
  const params = options.list('param');
  const {person} = io;
  const asks = mayAsk(io, options.flag('no-input'));
  const json = await readInput(
    {
      argument: argument('JSON'),
      file: options.text('file'),
      isNeeded: params.length === 0 && missingParameters(record, {}).length > 0,
      note: (text) => output.note(text),
    },
    io,
  );
  const given = withParameters(json, params, record);
  if (!asks || !person || !isRecord(given) || missingParameters(record, given).length === 0) return given;
  output.note(`${output.stderr.style('bold', record.name)}: ${onOneLine(record.description)}`);
  const questioner = new Questioner({...io, person}, output);
  try {
    const input = await askInput(record, given, questioner, records);
    // A secret would stay in the history of the shell.
    if (!questioner.askedSecret) {
      const command = `haft call ${record.name} ${shellWord(JSON.stringify(input))}`;
      output.note(output.stderr.style('dim', `The same without questions: ${printable(command)}`));
    }
    return input;
  } finally {
    questioner.close();
  }
}

/** The input with the values of `--param NAME=VALUE`, each read as its parameter's schema wants it. */
function withParameters(json: unknown, params: readonly string[], record: ToolMetadata): unknown {
  if (params.length === 0) return json;
  if (!isRecord(json)) throw usageError('Input that is no object takes no --param', 'Give the input by --param alone');
  const input = {...json};
  for (const param of params) {
    const end = param.indexOf('=');
    if (end < 1) throw usageError(`Option --param must be NAME=VALUE, received '${param}'`, 'Write --param name=value');
    const name = param.slice(0, end);
    if (Object.hasOwn(input, name)) throw usageError(`The parameter "${name}" is given twice`, 'Give it once');
    const value = readParameter(name, param.slice(end + 1), record);
    Object.defineProperty(input, name, {value, enumerable: true, writable: true, configurable: true});
  }
  return input;
}

function readParameter(name: string, text: string, record: ToolMetadata): unknown {
  const {inputSchema} = record;
  const known = parametersOf(inputSchema);
  const parameter = known.find((candidate) => candidate.name === name) ?? aliased(name, record);
  if (!parameter && inputSchema.additionalProperties === false) {
    const near = nearest(
      name,
      known.map((candidate) => candidate.name),
    );
    throw usageError(
      `${record.name} has no parameter "${name}"`,
      near === undefined ? `haft describe ${record.name} lists them` : `Did you mean '${near}'?`,
    );
  }
  const answer = readAnswer(text, parameter ?? {name, schema: {}, root: inputSchema});
  if ('value' in answer) return answer.value;
  throw usageError(`--param ${name}: ${answer.problem}`, `haft describe ${record.name} tells what it takes`);
}

/** The parameter that has this other name. */
function aliased(name: string, {input, inputSchema}: ToolMetadata) {
  return parametersOf(inputSchema).find((parameter) => {
    const spec = input[parameter.name];
    return isRecord(spec) && Array.isArray(spec['aliases']) && spec['aliases'].includes(name);
  });
}
