// Does some work on a large tree and prints what it found, and how long others had to wait for their turn meanwhile:
// `node longest-turn.mjs built basePath work argument`, where built is a folder with the compiled sources. A process of its
// own, since jest's memory has to be cleaned up by the way, which takes turns of its own.
import {openSync, readSync, renameSync} from 'node:fs';
import {performance} from 'node:perf_hooks';
import {clearInterval, setInterval} from 'node:timers';
import {pathToFileURL} from 'node:url';

const [built, basePath, work, argument] = process.argv.slice(2);
const {FileSystemModule} = await import(pathToFileURL(`${built}/modules/filesystem/index.js`).href);

/** ms of processor time of this thread alone, which no other process adds to; where the system does not tell, of the clock. */
function processorTime() {
  let file;
  try {
    file = openSync(`/proc/self/task/${String(process.pid)}/schedstat`, 'r');
  } catch {
    return () => performance.now();
  }
  const buffer = Buffer.alloc(64);
  return () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6;
}

/** Takes a turn every millisecond, and notes how long the others' were: the longest, and all together. */
async function watchTurns(act) {
  const now = processorTime();
  const began = now();
  let before = began;
  let longest = 0;
  const take = () => {
    const after = now();
    longest = Math.max(longest, after - before);
    before = after;
  };
  const ticker = setInterval(take, 1);
  const found = await act();
  take();
  clearInterval(ticker);
  return {found, longest, all: before - began};
}

const works = {
  async list(fs) {
    const found = [];
    for (let cursor; ;) {
      const page = await fs.list({recursive: true, limit: Number(argument), ...(cursor !== undefined && {cursor})});
      for (const {path} of page) found.push(path);
      cursor = page.at(-1)?.path;
      if (page.length < Number(argument)) return found;
    }
  },
  async glob(fs) {
    const found = [];
    for (let cursor = ''; cursor !== undefined;) {
      const input = {pattern: argument, limit: 3000, ...(cursor !== '' && {cursor})};
      const result = await fs.getTool('glob').execute(input);
      if (!result.success) throw new Error(result.error.message);
      found.push(...result.data);
      [, cursor] = /continue with cursor "(.*)"$/.exec(result.metadata.warnings?.[0] ?? '') ?? [];
    }
    return found;
  },
  /** Moves a folder into the tree while it is watched. */
  async watch(fs) {
    const watcher = await fs.watch({path: '.', events: ['rename'], recursive: true});
    renameSync(argument, `${basePath}/flat`);
    let told = 0;
    while (told < 40_000) {
      const {events, dropped} = await fs.events({watcher, limit: 1000, wait: 20_000});
      if (events.length + dropped === 0) break;
      told += events.length + dropped;
    }
    return told;
  },
};

const fs = await FileSystemModule.create({basePath, maxEntries: 1_000_000});
const told = JSON.stringify(await watchTurns(() => works[work](fs)));
await fs.cleanup();
process.stdout.write(told);
