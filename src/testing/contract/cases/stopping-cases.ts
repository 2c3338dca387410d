import {setImmediate} from 'node:timers';
import type {CallOptions} from '../../../contract/call.js';
import type {ToolResult} from '../../../contract/result.js';
import {broken, promised} from '../promise.js';
import {TookTooLong, within} from '../within.js';
import type {Workbench} from '../workbench.js';
import {firstSuccess, onBench} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';
import {endTwice} from './module-cases.js';
import type {ToolRuns} from './tool-runs.js';

/** A call that is stopped in the middle is over soon, and leaves nothing behind. */
export function stoppingCases({subject}: ToolRuns): CaseSpec[] {
  const {contract} = subject;
  return [
    onBench(contract, 'settles when it is cancelled, and leaves nothing behind', async (bench) => {
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      await checkStopped(bench, subject, {code: 'OPERATION_CANCELLED', options: {signal: controller.signal}, stop});
    }),
    onBench(contract, 'settles when its time is over, and leaves nothing behind', (bench) =>
      checkStopped(bench, subject, {code: 'OPERATION_TIMEOUT', options: {timeout: 1}}),
    ),
  ];
}

interface Stop {
  readonly code: string;
  readonly options: CallOptions;
  /** Called once the tool is running. */
  readonly stop?: () => void;
}

async function checkStopped(bench: Workbench, subject: CaseSubject, {code, options, stop}: Stop): Promise<void> {
  const {name, tool} = subject;
  const input = await bench.prepare(name, firstSuccess(subject));
  const running = bench.execute(name, input, {options, what: 'stopped in the middle'});
  if (stop) setImmediate(stop);
  const result = await settled(running, bench.contract.settleWithin, tool.name);
  // A tool may be done before it learns that it should stop.
  promised(result.success || result.error.code === code, () => ({
    message: `${tool.name} was stopped, and answered ${String(result.error?.code)} instead of ${code}`,
    remedy: 'Let `run` throw when call.signal is aborted; the pipeline knows why it was',
  }));
  await endTwice(bench);
}

async function settled(running: Promise<ToolResult>, ms: number, tool: string): Promise<ToolResult> {
  try {
    return await within(ms, running);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return broken({
      message: `${tool} was stopped, and did not answer in ${String(ms)} ms`,
      remedy: 'Use call.signal: hand it to what the tool waits for, and do not block the event loop',
    });
  }
}
