import type {CallOptions} from '../../../contract/call.js';
import {shown} from '../difference.js';
import {promised} from '../promise.js';
import {Workbench} from '../workbench.js';
import {firstSuccess} from './case.js';
import type {CaseSubject} from './case.js';
import {checkTaken, exampleWithHandles} from './handles-taken.js';
import {SharedRun, verdictOf} from './shared-run.js';
import type {Verdicts} from './shared-run.js';

/** What can be looked at while nothing is executed: what may not run, and handles that are not for this tool. */
export type RefusalPart = 'permissions' | 'handles';

/** One prepared call of a tool, which is refused in all ways there are. */
export function refusalRun(subject: CaseSubject): SharedRun<RefusalPart> {
  const takesHandles = subject.tool.planning.consumes.length > 0;
  return new SharedRun(async () => {
    let verdicts: Verdicts<RefusalPart> = {};
    let denies = false;
    const refuse = async (bench: Workbench): Promise<void> => {
      const example = takesHandles ? exampleWithHandles(subject) : firstSuccess(subject);
      const input = await bench.prepare(subject.name, example);
      const call: PreparedCall = {input, deny: (now) => void (denies = now)};
      const permissions = await verdictOf(() => checkPermissions(bench, subject, call));
      // Last, because it releases the handles of the input.
      const handles = takesHandles ? await verdictOf(() => checkTaken(bench, subject, input)) : undefined;
      verdicts = {permissions, handles};
    };
    const policy = {policy: () => (denies ? 'deny' : 'allow')} as const;
    const error = await verdictOf(() => Workbench.with(subject.contract, refuse, policy));
    return error === undefined ? verdicts : {permissions: error, handles: error};
  });
}

interface PreparedCall {
  readonly input: Record<string, unknown>;
  /** Lets the policy deny from now on, or allow. */
  readonly deny: (now: boolean) => void;
}

async function checkPermissions(bench: Workbench, subject: CaseSubject, {input, deny}: PreparedCall): Promise<void> {
  const {name, tool} = subject;
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
  deny(true);
  await refuses('PERMISSION_DENIED', 'denied by the policy');
  deny(false);
  await bench.assertUnchanged(before, `${tool.name} was not executed, and changed something all the same`, remedy);
  promised(bench.runtime.handles.list().length === handles, () => ({
    message: `${tool.name} was not executed, and made a handle all the same`,
    remedy,
  }));
}

const remedy = 'Do everything in `run`, nothing in getters or schemas';
