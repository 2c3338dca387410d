import {assertKnownKeys} from '../../contract/known-keys.js';
import {effectCases} from './cases/effect-cases.js';
import {exampleCases} from './cases/example-cases.js';
import {handleCases} from './cases/handle-cases.js';
import {inputCases} from './cases/input-cases.js';
import {moduleCases} from './cases/module-cases.js';
import {permissionCases} from './cases/permission-cases.js';
import {recordCases} from './cases/record-cases.js';
import {secretCases} from './cases/secret-cases.js';
import {stoppingCases} from './cases/stopping-cases.js';
import {undoCases} from './cases/undo-cases.js';
import {toolRuns} from './cases/tool-runs.js';
import type {ToolRuns} from './cases/tool-runs.js';
import {isRunnable} from './cases/case.js';
import type {CaseSpec, CaseSubject} from './cases/case.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import type {ContractCase, ContractOptions} from './options.js';
import type {Contract} from './workbench.js';

/** What every tool promises, and what it promises when it can be run. */
const always = [recordCases, inputCases];
const whenRunnable = [
  exampleCases,
  permissionCases,
  effectCases,
  undoCases,
  handleCases,
  stoppingCases,
  secretCases,
] satisfies ((runs: ToolRuns) => CaseSpec[])[];

const optionKeys = [
  'name',
  'config',
  'fingerprint',
  'prepare',
  'tearDown',
  'notRunnable',
  'secrets',
  'settleWithin',
] as const satisfies readonly (keyof ContractOptions)[];

/**
 * Everything that a module promises (DESIGN 3 to 8), as named cases for any test runner. `describeModule` hands them to one.
 * Throws INVALID_CONFIG for options that it does not know, and what `getMetadata` throws.
 */
export function moduleContract(
  definition: DefinitionClass<never, unknown>,
  options: ContractOptions = {},
): ContractCase[] {
  assertKnownKeys('Options of the module contract', options, optionKeys);
  const metadata = definition.getMetadata();
  const contract: Contract = {definition, metadata, options, settleWithin: options.settleWithin ?? 10_000};
  assertKnownKeys('`notRunnable` of the module contract', options.notRunnable ?? {}, Object.keys(metadata.tools));
  const module = metadata.name;
  const ofModule = moduleCases(contract).map(({title, run}) => ({
    name: `${module} › ${title}`,
    tool: undefined,
    title,
    run,
  }));
  const ofTools = Object.entries(metadata.tools).flatMap(([name, tool]) => {
    const subject: CaseSubject = {contract, name, tool};
    const runs = toolRuns(subject);
    const cases = [
      ...always.flatMap((make) => make(subject)),
      ...(isRunnable(subject) ? whenRunnable.flatMap((make) => make(runs)) : []),
    ];
    return cases.map(({title, run}) => ({name: `${module} › ${name} › ${title}`, tool: name, title, run}));
  });
  return [...ofModule, ...ofTools];
}
