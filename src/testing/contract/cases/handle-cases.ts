import {firstSuccess} from './case.js';
import type {CaseSpec} from './case.js';
import type {ToolRuns} from './tool-runs.js';

/** Handles that a tool makes are live, and it takes those that are meant for it and no others (DESIGN 6). */
export function handleCases({subject, examples, refusals}: ToolRuns): CaseSpec[] {
  const {planning} = subject.tool;
  const cases: CaseSpec[] = [];
  if (planning.produces.length > 0) {
    const run = async (): Promise<void> => {
      const first = firstSuccess(subject);
      await examples.find(({example}) => example === first)?.run.look('handles');
    };
    cases.push({title: 'makes handles that are live', run});
  }
  if (planning.consumes.length > 0) {
    cases.push({
      title: 'takes its handles in every spelling, and none that is forged, strange or released',
      run: () => refusals.look('handles'),
    });
  }
  return cases;
}
