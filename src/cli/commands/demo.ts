import type {Command} from '../command.js';
import type {DemoOutcome, Progress} from '../demo/run-demo.js';
import {traceColumns, traceRows} from '../demo/trace.js';
import {failureLines} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import type {Output} from '../output.js';
import {onOneLine} from '../printable.js';
import type {Terminal} from '../terminal.js';

export const demo: Command = {
  name: 'demo',
  summary: 'Do a whole job on a git repository: who changed what, and when',
  arguments: [
    {
      name: 'PATH',
      description: 'a repository with commits; default: that of this folder, or a new one',
      optional: true,
    },
  ],
  options: {out: {type: 'string', short: 'o', value: 'DIR', description: 'Keep the report there; default report'}},
  details: [
    'Clones the repository into a temporary folder and changes nothing in it: reads the log, writes a report with a chart, renders it to HTML, commits it in the clone, shows the calls, a failure and its error, takes the commit back, and cleans up. Modules and wrapped libraries come from a config file, which --config replaces.',
  ],
  examples: ['haft demo', 'haft demo ../my-project --out /tmp/report', 'haft demo --json'],
  run: async ({io, output, options, argument}) => {
    const {runDemo} = await import('../demo/run-demo.js');
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
  },
};

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
