import type {ToolExample} from '../../../contract/metadata.js';
import {shown} from '../difference.js';
import {successes} from '../examples.js';
import {broken, promised} from '../promise.js';
import {Workbench} from '../workbench.js';
import {whoOf} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** What says that it can be taken back can be, once, and leaves what was there before. */
export function undoCases(subject: CaseSubject): CaseSpec[] {
  if (subject.tool.planning.reversible === false) return [];
  return [{title: 'can be taken back where it says so', run: () => checkExamples(subject)}];
}

async function checkExamples(subject: CaseSubject): Promise<void> {
  const {contract, tool} = subject;
  let taken = 0;
  for (const example of successes(tool.examples)) {
    await Workbench.with(contract, async (bench) => {
      if (await checkUndo(bench, subject, example)) taken++;
    });
  }
  if (taken > 0 || typeof tool.planning.reversible === 'function') return;
  broken({
    message: `${tool.name} says that it can be taken back, and none of its examples leaves anything to take back`,
    remedy: 'Call call.undo(record) before acting, and add an example that changes something',
  });
}

/** Whether there was something to take back. */
async function checkUndo(bench: Workbench, subject: CaseSubject, example: ToolExample): Promise<boolean> {
  const {name, tool} = subject;
  const {runtime} = bench;
  const who = whoOf(subject, example);
  const input = await bench.prepare(name, example);
  const {reversible} = tool.planning;
  if (!(typeof reversible === 'function' ? reversible(input) : reversible)) return false;
  const before = await bench.fingerprint();
  const {
    metadata: {undo},
  } = await bench.execute(name, input, {what: `example "${example.description}"`});
  if (!undo) {
    const remedy = 'Call call.undo(record) before acting, or give planning: {reversible: false}';
    await bench.assertUnchanged(before, `${who} changed something and gave nothing to take it back with`, remedy);
    return false;
  }
  const stranger = await runtime.undo(undo, {context: {sessionId: 'another'}});
  promised(stranger.error?.code === 'HANDLE_NOT_FOUND', () => ({
    message: `${who} could be taken back by another session: ${shown(stranger)}`,
    remedy: 'Leave undo handles to the runtime',
  }));
  const result = await runtime.undo(undo);
  promised(result.success, () => ({
    message: `${who} could not be taken back: ${shown(result.error)}`,
    remedy: 'Let `undo` of the tool go back by the record that `run` gave to call.undo',
  }));
  const remedy =
    'Record in `run` all that `undo` needs; give the suite a `fingerprint` if the state is not the files of the folder';
  await bench.assertUnchanged(before, `${who} was taken back, and left something changed`, remedy);
  const again = await runtime.undo(undo);
  promised(again.error?.code === 'HANDLE_RELEASED', () => ({
    message: `${who} could be taken back twice: ${shown(again)}`,
    remedy: 'Leave undo handles to the runtime',
  }));
  return true;
}
