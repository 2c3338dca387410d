import {setTimeout as delay} from 'node:timers/promises';
import {ToolError, toToolError} from '../../src/sdk.js';
import {startProgram} from './client.js';
import type {ProgramStart, RunningProgram} from './client.js';
import {forgetGroup, rememberGroup, signalGroup} from './process-group.js';

export interface ProgramLimits {
  /** Bytes of stdout and stderr together. */
  readonly maxOutput: number;
  /** ms between SIGTERM and SIGKILL. */
  readonly killGrace: number;
}

export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  /** 128 and the signal's number are not used: a program that a signal ended has null. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** ms that output may still come after the program itself ended. */
const drain = 200;

/** A program that runs, its output so far, and how it ends. */
class Run {
  readonly #program: RunningProgram;
  readonly #limits: ProgramLimits;
  readonly #chunks: Record<'stdout' | 'stderr', Buffer[]> = {stdout: [], stderr: []};
  #kept = 0;
  #over = false;
  #ended = false;

  constructor(program: RunningProgram, limits: ProgramLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Waits for the program, not for whoever else holds its output; leaves no descendant behind. */
  async finish(signal: AbortSignal): Promise<ProgramResult> {
    const {pid} = this.#program;
    rememberGroup(pid);
    const abort = (): void => void this.#stop();
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, {once: true});
    try {
      const closed = Promise.all([this.#collect('stdout'), this.#collect('stderr')]);
      const end = await this.#exit();
      this.#ended = true;
      await Promise.race([closed, delay(drain, undefined, {ref: false})]);
      if (this.#over) throw this.#tooMuch();
      if (signal.aborted) throw stopped();
      return {stdout: this.#text('stdout'), stderr: this.#text('stderr'), ...end};
    } finally {
      signal.removeEventListener('abort', abort);
      this.#leaveNothing(pid);
    }
  }

  #exit(): Promise<Pick<ProgramResult, 'exitCode' | 'signal'>> {
    return new Promise((resolve) => {
      this.#program.onExit((exitCode, signal) => resolve({exitCode, signal}));
    });
  }

  #collect(name: 'stdout' | 'stderr'): Promise<void> {
    const stream = this.#program[name];
    return new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        this.#keep(name, chunk);
      });
      stream.once('close', resolve);
      stream.once('error', () => {
        resolve();
      });
    });
  }

  #keep(name: 'stdout' | 'stderr', chunk: Buffer): void {
    if (this.#over) return;
    const room = this.#limits.maxOutput - this.#kept;
    this.#chunks[name].push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#kept += Math.min(chunk.length, room);
    if (chunk.length <= room) return;
    this.#over = true;
    signalGroup(this.#program.pid, 'SIGKILL');
  }

  /** Asks it to end, and makes it end. */
  async #stop(): Promise<void> {
    const {pid} = this.#program;
    signalGroup(pid, 'SIGTERM');
    await delay(this.#limits.killGrace, undefined, {ref: false});
    if (!this.#ended) signalGroup(pid, 'SIGKILL');
  }

  #leaveNothing(pid: number): void {
    this.#ended = true;
    signalGroup(pid, 'SIGKILL');
    forgetGroup(pid);
    this.#program.stdout.destroy();
    this.#program.stderr.destroy();
  }

  #text(name: 'stdout' | 'stderr'): string {
    return Buffer.concat(this.#chunks[name]).toString('utf8');
  }

  #tooMuch(): ToolError {
    const {maxOutput} = this.#limits;
    return new ToolError('LIMIT_EXCEEDED', `The program wrote more than ${maxOutput} bytes and was ended`, {
      outcome: 'unknown',
      context: {
        limit: maxOutput,
        stdout: this.#text('stdout'),
        stderr: this.#text('stderr'),
      },
      suggestions: ['Ask for less', 'Raise maxOutput in the config'],
    });
  }
}

const stopped = (): ToolError =>
  new ToolError('OPERATION_CANCELLED', 'The program was ended', {
    outcome: 'unknown',
    suggestions: ['Check what it had done'],
  });

/** A program that could not be started has done nothing. */
async function started(start: ProgramStart): Promise<RunningProgram> {
  try {
    return await startProgram(start);
  } catch (cause) {
    const {code, message} = toToolError(cause, 'OPERATION_FAILED');
    throw new ToolError(code, message, {outcome: 'not_executed', cause});
  }
}

/** Runs a program to its end. Throws LIMIT_EXCEEDED, OPERATION_CANCELLED, and what the start of a program can throw. */
export async function runProgram(
  start: ProgramStart,
  limits: ProgramLimits,
  signal: AbortSignal,
): Promise<ProgramResult> {
  if (signal.aborted) throw new ToolError('OPERATION_CANCELLED', undefined, {outcome: 'not_executed'});
  try {
    return await new Run(await started(start), limits).finish(signal);
  } catch (error) {
    throw toToolError(error, 'OPERATION_FAILED');
  }
}
