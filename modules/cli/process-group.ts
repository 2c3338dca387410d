/** Groups of programs that run now: what is left of them ends with this process. */
const live = new Set<number>();
let watching = false;

const endAll = (): void => {
  for (const pid of live) signalGroup(pid, 'SIGKILL');
};

/** Sends a signal to a program and everything it started; false when nothing of it is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}

/** Remembers a group until it is forgotten. A detached program would outlive this process otherwise. */
export function rememberGroup(pid: number): void {
  if (!watching) process.once('exit', endAll);
  watching = true;
  live.add(pid);
}

export function forgetGroup(pid: number): void {
  live.delete(pid);
}
