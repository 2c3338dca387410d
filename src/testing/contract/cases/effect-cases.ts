import type {ToolExample} from '../../../contract/metadata.js';
import {differenceOf, shown} from '../difference.js';
import {successes} from '../examples.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';
import {firstSuccess, onBench, whoOf} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** What the planning facts say of effects is so. */
export function effectCases(subject: CaseSubject): CaseSpec[] {
  const {contract, tool} = subject;
  const {sideEffects, idempotent} = tool.planning;
  const cases: CaseSpec[] = [];
  if (sideEffects !== true) {
    const check = (bench: Workbench): Promise<void> => checkNoEffects(bench, subject);
    cases.push(onBench(contract, 'changes nothing where it says so', check));
  }
  if (idempotent && sideEffects !== false) {
    const check = (bench: Workbench): Promise<void> => checkTwice(bench, subject);
    cases.push(onBench(contract, 'can be done twice as if it were done once', check));
  }
  return cases;
}

async function checkNoEffects(bench: Workbench, subject: CaseSubject): Promise<void> {
  const {name, tool} = subject;
  const {sideEffects} = tool.planning;
  const says = (input: Record<string, unknown>): boolean =>
    typeof sideEffects === 'function' ? !sideEffects(input) : !sideEffects;
  const example = successes(tool.examples).find(({input}) => says((input ?? {}) as Record<string, unknown>));
  if (!example) return;
  const input = await bench.prepare(name, example);
  const before = await bench.fingerprint();
  await bench.execute(name, input, {what: `example "${example.description}"`});
  const what = `${whoOf(subject, example)} says that it has no side effects, and changed something`;
  await bench.assertUnchanged(before, what, 'Give planning: {sideEffects: true}, or do not change it');
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
