import {MemoryAuditSink} from '../../memory-audit-sink.js';
import {checkSecrets} from '../answer-check.js';
import {promised} from '../promise.js';
import {Workbench} from '../workbench.js';
import {firstSuccess} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';
import type {ToolRuns} from './tool-runs.js';

const canary = 'haft-contract-canary';

/** Secrets are in no answer, no audit line and no event (DESIGN 11). */
export function secretCases({subject}: ToolRuns): CaseSpec[] {
  return [{title: 'shows no secret, whatever it answers, logs or audits', run: () => checkEverything(subject)}];
}

async function checkEverything(subject: CaseSubject): Promise<void> {
  const {name, tool} = subject;
  const audit = new MemoryAuditSink();
  const seen: unknown[] = [];
  const check = async (bench: Workbench): Promise<void> => {
    for (const event of ['call:start', 'call:end', 'call:progress', 'log', 'warning'] as const) {
      bench.runtime.on(event, (told) => seen.push(told));
    }
    const secrets = [...bench.secrets, canary];
    // Input comes back with the error that refuses it: masked by value, and by the name of its key.
    const probe = {noSuchParameter: {password: canary, values: bench.secrets}};
    const refused = await bench.execute(name, probe, {what: 'given a secret'});
    checkSecrets(refused, secrets, `${tool.name}, given a secret,`);
    if (bench.secrets.length > 0) await bench.execute(name, await bench.prepare(name, firstSuccess(subject)));
    checkSecrets(seen, secrets, `${tool.name}, in its events,`);
    checkSecrets(audit.entries, secrets, `${tool.name}, in the audit log,`);
    promised(audit.of(tool.name).length > 0, () => ({
      message: `${tool.name} was called, and the audit log knows nothing of it`,
      remedy: 'Do not override execute: the pipeline writes the audit log',
    }));
  };
  await Workbench.with(subject.contract, check, {audit});
}
