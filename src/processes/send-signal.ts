/** Sends a signal to a process, or to a group by its negative number; false when it is gone or somebody else's. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
