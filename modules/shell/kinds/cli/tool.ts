import type {Call} from '../../../../src/sdk.js';
import {readArgv} from './argv/argv.js';
import {readDirectory} from './directory.js';
import {readEnvironment} from './environment.js';
import {readExit} from './exit.js';
import type {ExitRules} from './exit.js';
import type {Parser} from './parse/output.js';
import {readParser} from './parse/parser.js';
import {readProgress} from './progress.js';
import type {Reading, Values} from './reading.js';
import {readStdin} from './stdin.js';

/** A tool of a program, as its config says: what is started, and what becomes of what it writes. */
export interface CliTool {
  readonly argv: (values: Values) => string[];
  readonly stdin: (values: Values) => string | Uint8Array | undefined;
  readonly directory: (module: string, values: Values) => string;
  readonly environment: (module: Readonly<Record<string, string>>, values: Values) => Readonly<Record<string, string>>;
  readonly exit: ExitRules;
  readonly parse: Parser;
  readonly progress: ((call: Call) => (line: string) => void) | undefined;
  readonly maxOutput: number | undefined;
  readonly overflow: 'error' | 'truncate' | undefined;
}

/** Reads a tool of a config, and reports what is wrong with it. */
export function readTool(tool: Values, at: string, reading: Reading): CliTool {
  const {problem} = reading;
  return {
    argv: readArgv(tool['args'], `${at}.args`, reading),
    stdin: readStdin(tool['stdin'], reading),
    directory: readDirectory(tool['cwd'], reading),
    environment: readEnvironment(tool['env'], reading),
    exit: readExit(tool, at, problem),
    parse: readParser(tool['parse'], `${at}.parse`, problem),
    progress: readProgress(tool['progress'], `${at}.progress`, problem),
    maxOutput: tool['maxOutput'] as number | undefined,
    overflow: tool['overflow'] as 'error' | 'truncate' | undefined,
  };
}
