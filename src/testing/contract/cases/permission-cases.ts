import type {CaseSpec} from './case.js';
import type {ToolRuns} from './tool-runs.js';

/** Nothing runs that may not run. */
export function permissionCases({refusals}: ToolRuns): CaseSpec[] {
  return [
    {
      title: 'executes nothing that the policy denies, that was cancelled before, or that is a dry run',
      run: () => refusals.look('permissions'),
    },
  ];
}
