import {broken} from '../promise.js';
import type {CaseSpec} from './case.js';
import type {ToolRuns} from './tool-runs.js';

/** What says that it can be taken back can be, once, and leaves what was there before. */
export function undoCases(runs: ToolRuns): CaseSpec[] {
  if (runs.subject.tool.planning.reversible === false) return [];
  return [{title: 'can be taken back where it says so', run: () => checkExamples(runs)}];
}

async function checkExamples({subject: {tool}, examples}: ToolRuns): Promise<void> {
  for (const {run} of examples) await run.look('undo');
  if (examples.some(({wasTakenBack}) => wasTakenBack) || typeof tool.planning.reversible === 'function') return;
  broken({
    message: `${tool.name} says that it can be taken back, and none of its examples leaves anything to take back`,
    remedy: 'Call call.undo(record) before acting, and add an example that changes something',
  });
}
