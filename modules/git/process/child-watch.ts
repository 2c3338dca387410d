import type {ChildProcess} from 'node:child_process';
import {subscribe, unsubscribe} from 'node:diagnostics_channel';

const channel = 'child_process';
let watchers = 0;
let recent: ChildProcess[] = [];

const remember = (message: unknown): void => {
  recent.push((message as {process: ChildProcess}).process);
};

/**
 * simple-git starts a process without telling which, and only interrupts that one; to end its descendants too, its pid
 * is needed. Node announces every child on a diagnostics channel: the one whose `stdout` simple-git hands to its
 * output handler, in the same tick, is the one. Nothing is kept while no git process is about to start.
 */
export function watchChildren(): {find(stdout: unknown): ChildProcess | undefined; stop(): void} {
  if (watchers++ === 0) subscribe(channel, remember);
  let watching = true;
  const stop = (): void => {
    if (!watching) return;
    watching = false;
    if (--watchers > 0) return;
    unsubscribe(channel, remember);
    recent = [];
  };
  const find = (stdout: unknown): ChildProcess | undefined => {
    const child = recent.find((candidate) => candidate.stdout === stdout);
    recent = recent.filter((candidate) => candidate !== child && candidate.exitCode === null);
    return child;
  };
  return {find, stop};
}
