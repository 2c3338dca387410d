import type {ToolMetadata} from '../../../contract/metadata.js';
import type {RuntimeOptions} from '../../../core/runtime.js';
import {successes} from '../examples.js';
import {broken} from '../promise.js';
import type {Contract} from '../workbench.js';
import {Workbench} from '../workbench.js';
import type {ToolExample} from '../../../contract/metadata.js';

/** A promise by its title, and what holds a module to it. */
export interface CaseSpec {
  readonly title: string;
  readonly run: () => Promise<void>;
}

/** The tool a case is about. */
export interface CaseSubject {
  readonly contract: Contract;
  /** Name of the tool in its module. */
  readonly name: string;
  readonly tool: ToolMetadata;
}

/** A case that needs a live module. */
export const onBench = (
  contract: Contract,
  title: string,
  run: (bench: Workbench) => Promise<void>,
  options?: RuntimeOptions,
): CaseSpec => ({title, run: () => Workbench.with(contract, run, options)});

/** Whether the tool can be run where the suite runs. */
export const isRunnable = ({contract, name}: CaseSubject): boolean =>
  !Object.hasOwn(contract.options.notRunnable ?? {}, name);

/** The first example that promises a success. */
export function firstSuccess({tool}: CaseSubject): ToolExample {
  const [example] = successes(tool.examples);
  return (
    example ??
    broken({
      message: `${tool.name} has no example of a success`,
      remedy: 'Add one to `examples` of the tool: {description, input, output}',
    })
  );
}

/** `notes.read, example "Read a note"` */
export const whoOf = ({tool}: CaseSubject, {description}: ToolExample): string =>
  `${tool.name}, example "${description}"`;
