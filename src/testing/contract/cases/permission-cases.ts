import type {CallOptions} from '../../../contract/call.js';
import {shown} from '../difference.js';
import {promised} from '../promise.js';
import {Workbench} from '../workbench.js';
import {firstSuccess} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** Nothing runs that may not run. */
export function permissionCases(subject: CaseSubject): CaseSpec[] {
  return [
    {
      title: 'executes nothing that the policy denies, that was cancelled before, or that is a dry run',
      run: () => checkPermissions(subject),
    },
  ];
}

async function checkPermissions(subject: CaseSubject): Promise<void> {
  let denies = false;
  const check = async (bench: Workbench): Promise<void> => {
    const {name, tool} = subject;
    const input = await bench.prepare(name, firstSuccess(subject));
    const handles = bench.runtime.handles.list().length;
    const before = await bench.fingerprint();
    const refuses = async (code: string, what: string, options: CallOptions = {}): Promise<void> => {
      const {success, error, metadata} = await bench.execute(name, input, {options, what});
      promised(!success && error.code === code && error.outcome === 'not_executed' && metadata.attempts === 0, () => ({
        message: `${tool.name}, ${what}: expected ${code} and nothing executed, received ${shown(error)}`,
        remedy: 'Do not override execute: the pipeline asks the policy and the signal',
      }));
    };
    await refuses('OPERATION_CANCELLED', 'cancelled before', {signal: AbortSignal.abort()});
    const dry = await bench.execute(name, input, {options: {dryRun: true}, what: 'as a dry run'});
    promised(dry.success && dry.data === null && dry.metadata.attempts === 0, () => ({
      message: `${tool.name}, as a dry run: expected null and nothing executed, received ${shown(dry)}`,
      remedy: 'Do not override execute: the pipeline ends a dry run before the tool runs',
    }));
    denies = true;
    await refuses('PERMISSION_DENIED', 'denied by the policy');
    denies = false;
    await bench.assertUnchanged(before, `${tool.name} was not executed, and changed something all the same`, remedy);
    promised(bench.runtime.handles.list().length === handles, () => ({
      message: `${tool.name} was not executed, and made a handle all the same`,
      remedy,
    }));
  };
  await Workbench.with(subject.contract, check, {policy: () => (denies ? 'deny' : 'allow')});
}

const remedy = 'Do everything in `run`, nothing in getters or schemas';
