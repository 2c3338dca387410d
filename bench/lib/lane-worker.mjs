// The thread of one contestant: prepares it, checks that it does its work, and times it when asked.
import {parentPort, workerData} from 'node:worker_threads';

const {prepare} = await import(workerData.file);
const contestant = await prepare(workerData.variant);

async function answer({check, iterations, close}) {
  if (check) await contestant.check?.();
  if (close) await contestant.close?.();
  if (iterations === undefined) return {};
  // A minor collection: a full one would throw optimised code away as well.
  globalThis.gc?.({type: 'minor'});
  const start = process.hrtime.bigint();
  await contestant.run(iterations);
  return {ns: Number(process.hrtime.bigint() - start)};
}

parentPort.on('message', async (message) => {
  parentPort.postMessage(await answer(message).catch((error) => ({error})));
});
