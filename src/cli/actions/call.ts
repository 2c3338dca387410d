import type {CallOptions} from '../../contract/call.js';
import type {ToolResult} from '../../contract/result.js';
import {callInput} from '../call-input.js';
import type {Invocation} from '../command.js';
import {configAdvice} from '../config-advice.js';
import {failureLines} from '../error-report.js';
import {exitCodeOf, exitCodes} from '../exit-codes.js';
import {makeNestedCalls} from '../nested-calls.js';
import type {Output} from '../output.js';
import {onOneLine, printable} from '../printable.js';
import {showProgress} from '../progress.js';
import {defaultConfig} from '../project/session.js';
import type {Session} from '../project/session.js';
import {withSession} from '../with-session.js';

export const callTool = (invocation: Invocation): Promise<number> =>
  withSession(invocation, (session) => run(invocation, session), onlyTool(invocation));

/** The name of the tool, where the command line shows that no other one is called for its input. */
function onlyTool({argument, options}: Invocation): string | undefined {
  const json = argument('JSON');
  const texts = [...(json === undefined ? [] : [json]), ...options.list('param')];
  const isAll = texts.length > 0 && json !== '-' && options.text('file') === undefined;
  return isAll && !texts.some((text) => /\$tool|\\u/.test(text)) ? argument('TOOL') : undefined;
}

async function run(invocation: Invocation, session: Session): Promise<number> {
  const {io, output, options, argument} = invocation;
  const record = await session.findTool(argument('TOOL') ?? '');
  const given = await callInput(invocation, record, session.records());
  const timeout = options.integer('timeout');
  const callOptions: CallOptions = {
    ...(io.signal && {signal: io.signal}),
    ...(timeout !== undefined && {timeout}),
    ...(options.flag('dry-run') && {dryRun: true}),
  };
  const endProgress = showProgress(session.runtime, output, options.flag('progress'));
  let result: ToolResult;
  try {
    const tool = await session.tool(record.name);
    const nested = await makeNestedCalls(given, session, callOptions);
    result =
      'failure' in nested ? nested.failure : await tool.execute(nested.input as Record<string, unknown>, callOptions);
  } finally {
    endProgress();
  }
  return report(result, output, session, io.signal?.aborted);
}

function report(result: ToolResult, output: Output, session: Session, interrupted = false): number {
  const {tool, duration, warnings = []} = result.metadata;
  for (const warning of warnings) output.note(`haft: warning: ${onOneLine(warning)}`);
  if (output.json) output.document(result);
  if (!result.success) {
    if (!output.json) {
      const {code, message, outcome} = result.error;
      const module = tool.split('.')[0] ?? tool;
      const suggestions = result.error.suggestions?.map((suggestion) =>
        configAdvice(suggestion, module, session, defaultConfig.modules),
      );
      const failure = {code, message, outcome, suggestions, stack: result.error.details.stack};
      for (const line of failureLines(failure, output.stderr, tool)) output.note(line);
      for (const line of writtenLines(result.error.details.context, message)) output.note(line);
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

/** Lines of a program's output that are shown of its failure. */
const shownLines = 20;

/** What a program that failed had written, the end of it; nothing where the message says all of it already. */
function writtenLines(context: Readonly<Record<string, unknown>> | undefined, message: string): string[] {
  const written = ['stdout', 'stderr'].flatMap((name): [string, string][] => {
    const text = context?.[name];
    return typeof text === 'string' && text.trim() !== '' ? [[name, text.trimEnd()]] : [];
  });
  const [only] = written;
  if (written.length === 1 && only && onOneLine(message).endsWith(`: ${onOneLine(only[1])}`)) return [];
  return written.flatMap(([name, text]) => {
    const lines = text.split('\n');
    const cut = lines.length > shownLines ? [`  … ${String(lines.length - shownLines)} lines before`] : [];
    return [`${name}:`, ...cut, ...lines.slice(-shownLines).map((line) => `  ${onOneLine(line)}`)];
  });
}
