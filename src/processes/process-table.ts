import {execFile, execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {marksIn} from './process-mark.js';

/** A process that lives. One that has ended and waits to be read by its parent (a zombie) is none. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Process group. */
  readonly group: number;
  /** When it was started, in the system's own words: a process of the same number and another time is another one. */
  readonly started: string;
  /** Of the programs that it belongs to; empty where the system does not tell. */
  readonly marks: readonly string[];
}

/** Processes that are read before others get their turn: some 2 ms. */
const batch = 100;

/** All processes. Elsewhere than on POSIX systems there are none. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return parsePs(await runPs());
  const reading = readProc();
  for (;;) {
    const {done, value} = reading.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The same at once, for the end of this process. */
export function listProcessesSync(): ProcessEntry[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return parsePs(runPsSync());
  const reading = readProc();
  for (;;) {
    const {done, value} = reading.next();
    if (done === true) return value;
  }
}

/** From /proc, so that a machine without `ps` will do. Reading a file there takes microseconds and waits for nothing. */
function* readProc(): Generator<undefined, ProcessEntry[]> {
  const entries: ProcessEntry[] = [];
  let read = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const entry = readProcess(name);
    if (entry) entries.push(entry);
    if (++read % batch === 0) yield;
  }
  return entries;
}

function readProcess(pid: string): ProcessEntry | undefined {
  const stat = readProcFile(pid, 'stat');
  if (stat === undefined) return undefined;
  // `pid (name) state parent group …`, and the name may hold anything, also `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group] = fields;
  if ('ZX'.includes(state)) return undefined;
  const marks = marksIn(readProcFile(pid, 'environ') ?? '');
  return {pid: Number(pid), parent: Number(parent), group: Number(group), started: fields[19] ?? '', marks};
}

/** undefined: it ended meanwhile, or is somebody else's. */
function readProcFile(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return undefined;
  }
}

const psArguments = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='];

const runPs = (): Promise<string> =>
  new Promise((settle) => {
    execFile('ps', psArguments, {timeout: 2000}, (_error, stdout) => settle(stdout));
  });

function runPsSync(): string {
  try {
    return execFileSync('ps', psArguments, {timeout: 2000, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
  } catch {
    return '';
  }
}

/** What `ps` prints, a process a line; it does not tell environments, and so no marks. */
export function parsePs(output: string): ProcessEntry[] {
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', started = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    return [{pid: Number(pid), parent: Number(parent), group: Number(group), started, marks: []}];
  });
}
