import {setMaxListeners} from 'node:events';
import {ToolError} from '../contract/errors.js';
import {commands} from './commands.js';
import {failureOf, reportFailure} from './error-report.js';
import {exitCodeOf, exitCodes} from './exit-codes.js';
import {commandHelp, generalHelp} from './help-text.js';
import type {Io} from './io.js';
import {Output} from './output.js';
import {haftVersion} from '../shipped/package-root.js';
import {namedArguments, parseCommandLine} from './parse-command-line.js';
import {usageError} from './usage-error.js';

/** Runs one command line (without `node` and `haft`) and answers the exit code. Never throws. */
export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  // Any number of calls may listen for Ctrl-C at the same time.
  if (io.signal) setMaxListeners(0, io.signal);
  // Known before the rest is read, so that a mistake in it is answered in the right form too.
  const options = argv.slice(0, endOfOptions(argv));
  const output = new Output(io, {json: options.includes('--json'), isPlain: options.includes('--no-color')});
  try {
    return await run(argv, io, output);
  } catch (thrown) {
    if (io.signal?.aborted) {
      const stopped = new ToolError('OPERATION_CANCELLED', 'Ended before it was done', {outcome: 'not_executed'});
      reportFailure(failureOf(stopped, io.env), output);
      return exitCodes.interrupted.code;
    }
    const failure = failureOf(thrown, io.env);
    reportFailure(failure, output);
    return exitCodeOf(failure);
  }
}

function endOfOptions(argv: readonly string[]): number {
  const end = argv.indexOf('--');
  return end === -1 ? argv.length : end;
}

async function run(argv: readonly string[], io: Io, output: Output): Promise<number> {
  const {command, options, positionals} = parseCommandLine(argv, commands);
  if (options.flag('version')) {
    if (output.json) output.document({version: haftVersion()});
    else output.stdout.line(haftVersion());
    return exitCodes.ok.code;
  }
  if (options.flag('help')) {
    output.stdout.line(command ? commandHelp(command) : generalHelp(commands));
    return exitCodes.ok.code;
  }
  if (!command) {
    if (!output.json) output.note(`${generalHelp(commands)}\n`);
    throw usageError('No command was named', 'haft tools lists what can be called', 'haft demo shows a whole job');
  }
  const argument = namedArguments(command, positionals);
  return command.run({io, output, options, commands, argument, words: positionals});
}
