import type {CallOptions} from '../../contract/call.js';
import type {ToolResult} from '../../contract/result.js';
import type {Command, Invocation} from '../command.js';
import {configAdvice} from '../config-advice.js';
import {failureLines} from '../error-report.js';
import {exitCodeOf, exitCodes} from '../exit-codes.js';
import {makeNestedCalls} from '../nested-calls.js';
import type {Output} from '../output.js';
import {onOneLine, printable} from '../printable.js';
import type {Session} from '../project/session.js';
import {readInput} from '../read-input.js';
import {withSession} from '../with-session.js';

export const call: Command = {
  name: 'call',
  summary: 'Call a tool and print its data',
  arguments: [
    {name: 'TOOL', description: 'name of a tool, such as fs.read'},
    {name: 'JSON', description: "the input; '-' reads it from stdin", optional: true},
  ],
  options: {
    file: {type: 'string', short: 'f', value: 'FILE', description: 'Read the input from a file'},
    timeout: {type: 'integer', short: 't', value: 'MS', minimum: 1, description: 'ms for the whole call'},
    'dry-run': {type: 'boolean', description: 'Check everything that can be checked and run nothing'},
  },
  details: [
    'Data goes to stdout as JSON; with --json it is the whole result, with metadata. Errors go to stderr, with --json they are the result.',
    'Without JSON and --file, a tool that needs input reads it from stdin, unless stdin is a terminal.',
    'A handle lives as long as the command. A value of the input may be a call that makes one: {"$tool": NAME, "input": {...}}.',
  ],
  examples: [
    `haft call fs.read '{"path": "README.md"}'`,
    `echo '{"path": "."}' | haft call fs.list -`,
    `haft call git.log '{"repository": {"$tool": "git.open", "input": {"path": "."}}, "limit": 5}'`,
  ],
  run: (invocation) => withSession(invocation, (session) => run(invocation, session)),
};

async function run({io, output, options, argument}: Invocation, session: Session): Promise<number> {
  const record = session.find(argument('TOOL') ?? '');
  const given = await readInput(
    {
      argument: argument('JSON'),
      file: options.text('file'),
      isNeeded: (record.inputSchema.required ?? []).length > 0,
      note: (text) => output.note(text),
    },
    io,
  );
  const timeout = options.integer('timeout');
  const callOptions: CallOptions = {
    ...(io.signal && {signal: io.signal}),
    ...(timeout !== undefined && {timeout}),
    ...(options.flag('dry-run') && {dryRun: true}),
  };
  const stopListening = output.stderr.isInteractive ? showProgress(session, output) : () => undefined;
  try {
    const tool = await session.tool(record.name);
    const nested = await makeNestedCalls(given, session, callOptions);
    const result =
      'failure' in nested ? nested.failure : await tool.execute(nested.input as Record<string, unknown>, callOptions);
    return report(result, output, await adviceOf(session), io.signal?.aborted);
  } finally {
    stopListening();
  }
}

type Advise = (suggestion: string, tool: string) => string;

async function adviceOf(session: Session): Promise<Advise> {
  const {defaultConfig} = await import('../project/session.js');
  return (suggestion, tool) => configAdvice(suggestion, tool.split('.')[0] ?? tool, session, defaultConfig.modules);
}

function report(result: ToolResult, output: Output, advise: Advise, interrupted = false): number {
  const {tool, duration, warnings = []} = result.metadata;
  for (const warning of warnings) output.note(`haft: warning: ${onOneLine(warning)}`);
  if (output.json) output.document(result);
  if (!result.success) {
    if (!output.json) {
      const {code, message, outcome} = result.error;
      const suggestions = result.error.suggestions?.map((suggestion) => advise(suggestion, tool));
      const failure = {code, message, outcome, suggestions, stack: result.error.details.stack};
      for (const line of failureLines(failure, output.stderr, tool)) output.note(line);
    }
    return interrupted ? exitCodes.interrupted.code : exitCodeOf(result.error);
  }
  if (!output.json) {
    const text = JSON.stringify(result.data, null, 2) ?? 'null';
    // A terminal gets no control characters; JSON has them escaped but for those above ASCII.
    output.stdout.line(output.stdout.isInteractive ? printable(text) : text);
    if (output.stderr.isInteractive) output.note(output.stderr.style('dim', `${tool}: ok, ${Math.round(duration)} ms`));
  }
  return exitCodes.ok.code;
}

function showProgress({runtime}: Session, output: Output): () => void {
  return runtime.on('call:progress', ({tool, fraction, message}) => {
    const share = fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
    output.note(output.stderr.style('dim', `${tool}:${share} ${onOneLine(message ?? '')}`.trimEnd()));
  });
}
