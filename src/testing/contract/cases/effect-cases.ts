import type {ToolExample} from '../../../contract/metadata.js';
import {differenceOf, shown} from '../difference.js';
import {successes} from '../examples.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';
import {firstSuccess, onBench, whoOf} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';
import {saysNoEffects} from './example-run.js';
import type {ToolRuns} from './tool-runs.js';

/** What the planning facts say of effects is so. */
export function effectCases({subject, examples}: ToolRuns): CaseSpec[] {
  const {contract, tool} = subject;
  const {sideEffects, idempotent} = tool.planning;
  const cases: CaseSpec[] = [];
  if (sideEffects !== true) {
    const run = async (): Promise<void> => {
      const without = successes(tool.examples).find((example) => saysNoEffects(subject, example));
      await examples.find(({example}) => example === without)?.run.look('effects');
    };
    cases.push({title: 'changes nothing where it says so', run});
  }
  if (idempotent && sideEffects !== false) {
    const check = (bench: Workbench): Promise<void> => checkTwice(bench, subject);
    cases.push(onBench(contract, 'can be done twice as if it were done once', check));
  }
  return cases;
}

async function checkTwice(bench: Workbench, subject: CaseSubject): Promise<void> {
  const {name} = subject;
  const example: ToolExample = firstSuccess(subject);
  const who = whoOf(subject, example);
  const input = await bench.prepare(name, example);
  await bench.execute(name, input, {what: 'for the first time'});
  const once = await bench.fingerprint();
  const again = await bench.execute(name, input, {what: 'for the second time'});
  const remedy = 'Give planning: {idempotent: false}, or let the second time find everything done';
  // A handle that the first call has released is gone for the second.
  promised(again.success || again.error.code.startsWith('HANDLE_'), () => ({
    message: `${who} says that it is idempotent, and failed the second time: ${shown(again.error)}`,
    remedy,
  }));
  const difference = differenceOf(await bench.fingerprint(), once, 'equal');
  promised(difference === undefined, () => ({
    message: `${who} says that it is idempotent, and changed more the second time: ${String(difference)}`,
    remedy,
  }));
}
