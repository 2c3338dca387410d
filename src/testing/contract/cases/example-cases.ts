import type {CaseSpec} from './case.js';
import type {ToolRuns} from './tool-runs.js';

/** Every example does what it says. */
export const exampleCases = ({examples}: ToolRuns): CaseSpec[] =>
  examples.map(({example, run}) => ({
    title: `does what its example says: ${example.description}`,
    run: () => run.look('answer'),
  }));
