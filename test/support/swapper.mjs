// Swaps one path between a folder and a link until its input ends or its time is up: `node swapper.mjs path target ms`.
// Prints how often it swapped. A test starts it as a process of its own, so that it really runs at the same time.
import {mkdirSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {setImmediate} from 'node:timers';

const [path, target, ms] = process.argv.slice(2);
const folder = `${path}.folder`;
const link = `${path}.link`;
mkdirSync(folder, {recursive: true});
rmSync(link, {force: true});
symlinkSync(target, link);

let swaps = 0;
let running = true;
process.stdin.on('end', () => (running = false)).resume();
const deadline = Date.now() + Number(ms);

function burst() {
  for (let turn = 0; turn < 50; turn += 1) {
    // folder in place -> link in place -> folder in place
    renameSync(path, folder);
    renameSync(link, path);
    renameSync(path, link);
    renameSync(folder, path);
    swaps += 1;
  }
  if (running && Date.now() < deadline) setImmediate(burst);
  else process.stdout.write(String(swaps));
}

rmSync(folder, {recursive: true});
burst();
