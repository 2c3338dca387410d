import type {ToolExample} from '../../../contract/metadata.js';
import type {ToolResult} from '../../../contract/result.js';
import {differenceOf, shown} from '../difference.js';
import {promisedCode, promisedData, successes} from '../examples.js';
import {promised} from '../promise.js';
import {Workbench} from '../workbench.js';
import {whoOf} from './case.js';
import type {CaseSubject} from './case.js';
import {checkMade} from './handles-made.js';
import {SharedRun, verdictOf} from './shared-run.js';
import type {Verdicts} from './shared-run.js';
import {checkUndo} from './undo-check.js';

/** What one run of an example tells: what it answers, what it leaves, what it made, and whether it can be taken back. */
type ExamplePart = 'answer' | 'effects' | 'handles' | 'undo';

/** The run of an example, and whether there was something to take back, once it has been looked at. */
export interface ExampleRun {
  readonly example: ToolExample;
  readonly run: SharedRun<ExamplePart>;
  wasTakenBack: boolean;
}

/** The runs of all examples of a tool. */
export function exampleRuns(subject: CaseSubject): readonly ExampleRun[] {
  return subject.tool.examples.map((example) => {
    const one: ExampleRun = {
      example,
      run: new SharedRun(async () => {
        let verdicts: Verdicts<ExamplePart> = {};
        const error = await verdictOf(() =>
          Workbench.with(subject.contract, async (bench) => {
            verdicts = await runExample(bench, subject, one);
          }),
        );
        return error === undefined ? verdicts : {answer: error, effects: error, handles: error, undo: error};
      }),
      wasTakenBack: false,
    };
    return one;
  });
}

/** Whether the facts say that a call with this input changes nothing. */
export function saysNoEffects({tool}: CaseSubject, {input}: ToolExample): boolean {
  const {sideEffects} = tool.planning;
  return typeof sideEffects === 'function' ? !sideEffects((input ?? {}) as Record<string, unknown>) : !sideEffects;
}

async function runExample(bench: Workbench, subject: CaseSubject, one: ExampleRun): Promise<Verdicts<ExamplePart>> {
  const {name, tool} = subject;
  const {example} = one;
  const {reversible, produces} = tool.planning;
  const isSuccess = promisedCode(example) === undefined;
  const input = await bench.prepare(name, example);
  const hasNoEffects = isSuccess && saysNoEffects(subject, example);
  const goesBack = isSuccess && (typeof reversible === 'function' ? reversible(input) : reversible);
  const before = hasNoEffects || goesBack ? await bench.fingerprint() : undefined;
  const result = await bench.execute(name, input, {what: `example "${example.description}"`});
  const who = whoOf(subject, example);

  const answer = await verdictOf(() => checkAnswer(who, example, result));
  const isFirst = successes(tool.examples)[0] === example;
  const handles = produces.length > 0 && isFirst ? await verdictOf(() => checkMade(bench, subject, result)) : undefined;
  const effects = hasNoEffects
    ? await verdictOf(() =>
        bench.assertUnchanged(
          before,
          `${who} says that it has no side effects, and changed something`,
          'Give planning: {sideEffects: true}, or do not change it',
        ),
      )
    : undefined;
  const undo = goesBack
    ? await verdictOf(async () => {
        one.wasTakenBack = await checkUndo(bench, {who, before, result});
      })
    : undefined;
  return {answer, handles, effects, undo};
}

function checkAnswer(who: string, example: ToolExample, result: ToolResult): void {
  const code = promisedCode(example);
  if (code !== undefined) {
    promised(result.error?.code === code, () => ({
      message: `${who}: expected a failure with ${code}, received ${shown(result.error ?? result.data)}`,
      remedy: 'Change the example, or what the tool throws',
      actual: result.error?.code,
      expected: code,
    }));
    return;
  }
  promised(result.success && result.metadata.attempts === 1, () => ({
    message: `${who} failed with ${result.error?.code ?? 'no code'}: ${result.error?.message ?? 'it needed more than one attempt'}`,
    remedy: 'Change the example, its `setup`, or the tool',
  }));
  const data = promisedData(example);
  const difference = data === undefined ? undefined : differenceOf(result.data, data, 'includes');
  promised(difference === undefined, () => ({
    message: `${who}: ${String(difference)}`,
    remedy: 'Change `output` of the example, or what the tool returns',
    actual: result.data,
    expected: data,
  }));
}
