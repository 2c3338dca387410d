import type {ToolExample} from '../../../contract/metadata.js';
import {differenceOf, shown} from '../difference.js';
import {promisedCode, promisedData} from '../examples.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';
import {onBench, whoOf} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** Every example does what it says. */
export function exampleCases(subject: CaseSubject): CaseSpec[] {
  return subject.tool.examples.map((example) =>
    onBench(subject.contract, `does what its example says: ${example.description}`, (bench) =>
      checkExample(bench, subject, example),
    ),
  );
}

async function checkExample(bench: Workbench, subject: CaseSubject, example: ToolExample): Promise<void> {
  const who = whoOf(subject, example);
  const input = await bench.prepare(subject.name, example);
  const result = await bench.execute(subject.name, input, {what: `example "${example.description}"`});
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
