import {nearest} from '../../contract/nearest.js';
import type {Invocation} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {commandHelp, generalHelp} from '../help-text.js';
import {usageError} from '../usage-error.js';

export function showHelp({output, argument, commands}: Invocation): number {
  const name = argument('COMMAND');
  const command = commands.find((candidate) => candidate.name === name);
  if (name !== undefined && !command) {
    const names = commands.map((candidate) => candidate.name);
    const near = nearest(name, names);
    const hint = near === undefined ? `Commands are ${names.join(', ')}` : `Did you mean '${near}'?`;
    throw usageError(`Unknown command '${name}'`, hint);
  }
  const text = command ? commandHelp(command) : generalHelp(commands);
  if (output.json) output.document({help: text});
  else output.stdout.line(text);
  return exitCodes.ok.code;
}
