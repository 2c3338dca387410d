import type {Invocation} from '../command.js';
import {runDemo} from '../demo/run-demo.js';
import type {DemoOutcome, Progress} from '../demo/run-demo.js';
import {traceColumns, traceRows} from '../demo/trace.js';
import {failureLines} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import type {Output} from '../output.js';
import {onOneLine} from '../printable.js';
import type {Terminal} from '../terminal.js';

export async function showDemo({io, output, options, argument}: Invocation): Promise<number> {
  const outcome = await runDemo({
    path: argument('PATH'),
    out: options.text('out') ?? 'report',
    config: options.text('config'),
    cwd: io.cwd,
    env: io.env,
    signal: io.signal,
    progress: progressOn(output.json ? output.stderr : output.stdout),
  });
  if (output.json) output.document(outcome);
  else show(outcome, output);
  return exitCodes[outcome.ok ? 'ok' : 'failed'].code;
}

function progressOn(terminal: Terminal): Progress {
  const ms = (duration: number): string => terminal.style('dim', `${Math.round(duration)} ms`);
  return {
    source: ({kind, name, reason}) => {
      terminal.line(terminal.style('bold', `Who changed what, and when, in ${onOneLine(name)}`));
      if (kind === 'made') terminal.line(`A repository made for this: ${onOneLine(reason ?? '')}`);
      terminal.line();
    },
    begin: (number, title) => {
      // What is written over afterwards is only for a terminal.
      if (terminal.isInteractive) terminal.write(`${String(number).padStart(3)}  ${title} …`);
    },
    end: (number, title, outcome, duration) => {
      const start = terminal.isInteractive ? '\r\u001b[K' : '';
      const mark = terminal.style('green', String(number).padStart(3));
      terminal.line(`${start}${mark}  ${title}: ${onOneLine(outcome)}  ${ms(duration)}`);
    },
  };
}

function show({trace, failure, expectations, report, ok, duration}: DemoOutcome, output: Output): void {
  const {stdout} = output;
  stdout.line();
  output.heading('The calls');
  output.table(traceColumns, traceRows(trace), '  ');
  stdout.line();
  output.heading('The error of the call that was to fail');
  const {code, message, outcome, suggestions} = failure;
  for (const line of failureLines({code, message, outcome, suggestions}, stdout, failure.details.tool))
    stdout.line(`  ${line}`);
  stdout.line();
  output.heading('What was promised');
  for (const {name, met} of expectations) {
    stdout.line(`  ${met ? stdout.style('green', 'ok    ') : stdout.style('red', 'MISSED')} ${name}`);
  }
  stdout.line();
  output.heading('The report');
  for (const file of [report.html, report.markdown, report.chart]) stdout.line(`  ${stdout.style('cyan', file)}`);
  stdout.line();
  const time = `${(duration / 1000).toFixed(1)} s`;
  stdout.line(ok ? `Done in ${time}` : stdout.style('red', `Not all that was promised was kept (${time})`));
}
