// Runs programs side by side, as many as there are cores: each is given in the order of the list, its output kept together.
import {spawn} from 'node:child_process';
import {availableParallelism} from 'node:os';

/**
 * Calls `tell` with how each job went, in the order in which they end. A job is `{name, command, args?, options?}`, options
 * being those of `spawn`; an outcome is `{name, ok, reason, output, seconds}`. Answers all outcomes in the order of the jobs.
 */
export async function sideBySide(jobs, tell, width = availableParallelism()) {
  const outcomes = new Array(jobs.length);
  let next = 0;
  const work = async () => {
    while (next < jobs.length) {
      const index = next++;
      outcomes[index] = await outcomeOf(jobs[index]);
      tell(outcomes[index]);
    }
  };
  await Promise.all(Array.from({length: Math.min(width, jobs.length)}, work));
  return outcomes;
}

function outcomeOf({name, command, args = [], options = {}}) {
  const started = Date.now();
  const child = spawn(command, args, {...options, stdio: ['ignore', 'pipe', 'pipe']});
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    const settle = (ok, reason) =>
      resolve({
        name,
        ok,
        reason,
        output: Buffer.concat(chunks).toString().trimEnd(),
        seconds: ((Date.now() - started) / 1000).toFixed(1),
      });
    child.on('error', ({message}) => settle(false, message));
    child.on('close', (code, signal) => settle(code === 0, signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}
