import type {ChildProcess} from 'node:child_process';
import type {SimpleGitOptions} from 'simple-git';
import {guardTree, ToolError} from '../../src/sdk.js';
import {watchChildren} from './process/child-watch.js';
import {watchTransfer} from './process/transfer-watch.js';
import type {Transfer, TransferWatch} from './process/transfer-watch.js';

/** One run of git. */
export interface GitRequest {
  readonly gitPath: string;
  readonly args: readonly string[];
  /** Where it runs; must exist. */
  readonly cwd: string;
  /** The whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it reads from stdin; nothing closes stdin at once. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** ms */
  readonly timeout?: number | undefined;
  /** Bytes of stdout and stderr together. */
  readonly maxOutputBytes: number;
  /** What to do at the limit: stop and answer what there is, or LIMIT_EXCEEDED (default). */
  readonly truncate?: boolean | undefined;
  /** What a remote may send, and where to; LIMIT_EXCEEDED beyond. */
  readonly transfer?: Transfer | undefined;
}

export interface GitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Output stopped at the limit. */
  readonly truncated: boolean;
}

/**
 * simple-git refuses configuration that can run programs, which is right for values from outside. Here such keys are
 * set on purpose, to values that run nothing (environment.ts), and no argument comes from outside unchecked.
 */
const unsafe: NonNullable<SimpleGitOptions['unsafe']> = {
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePack: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeTemplateDir: true,
};

/** ms that git gets to tidy up (a lock, a half-made clone) before it and its descendants are killed. */
const grace = 500;

/** ms after git's end that its output may still come. */
const lingering = 2000;

/**
 * Runs git once and waits for its end. An exit code is an answer, not an error. Answers OPERATION_TIMEOUT,
 * OPERATION_CANCELLED, LIMIT_EXCEEDED, and RESOURCE_UNAVAILABLE where git can not be started.
 */
export async function runGit(request: GitRequest): Promise<GitOutput> {
  const {simpleGit} = await import('simple-git');
  if (request.signal?.aborted) throw cancelled();
  const run = new Run(request);
  try {
    const git = simpleGit({
      baseDir: request.cwd,
      binary: request.gitPath,
      abort: run.abort.signal,
      // What git said and how it ended is judged by the caller, so nothing is an error here.
      errors: (_error, result) => void (run.result = result),
      input: () => request.input,
      completion: {onClose: true, onExit: false},
      allowEnvironment: Object.keys(run.environment),
      unsafe,
    });
    git.env(run.environment).outputHandler((_command, stdout, stderr) => run.started(stdout, stderr));
    await git.raw([...request.args]);
  } catch (error) {
    run.failure ??= error;
  } finally {
    await run.finished();
  }
  return run.answer();
}

const cancelled = (): ToolError =>
  new ToolError('OPERATION_CANCELLED', 'The call was cancelled before git was started', {outcome: 'not_executed'});

type StopReason = 'timeout' | 'cancel' | 'limit' | 'transfer';

/** The state of one process from start to end, and what ends it early. */
class Run {
  readonly abort = new AbortController();
  result: {stdOut: Buffer[]; stdErr: Buffer[]; exitCode: number} | undefined;
  failure: unknown;
  /** The whole environment of the process. */
  readonly environment: Record<string, string>;
  readonly #request: GitRequest;
  readonly #guard = guardTree();
  readonly #watch = watchChildren();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #transfer: TransferWatch | undefined;
  #child: ChildProcess | undefined;
  #bytes = 0;
  #closing: NodeJS.Timeout | undefined;
  #ending: Promise<void> | undefined;
  #reason: StopReason | undefined;

  constructor(request: GitRequest) {
    this.#request = request;
    this.environment = this.#guard.environment(request.environment);
    const {timeout, signal, transfer} = request;
    if (transfer !== undefined) this.#transfer = watchTransfer(transfer, () => this.#end('transfer'));
    if (timeout !== undefined && timeout > 0) this.#timer = setTimeout(() => this.#end('timeout'), timeout);
    signal?.addEventListener('abort', this.#onAbort, {once: true});
  }

  readonly #onAbort = (): void => this.#end('cancel');

  started(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void {
    this.#child = this.#watch.find(stdout);
    this.#watch.stop();
    if (this.#child?.pid !== undefined) this.#guard.started(this.#child.pid);
    if (this.#request.input === undefined) this.#child?.stdin?.end();
    const count = (chunk: Buffer): void => {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#request.maxOutputBytes) this.#end('limit');
    };
    stdout.on('data', count);
    stderr.on('data', count);
    // A helper that git left behind may hold the pipes open: git's own end is what counts.
    this.#child?.once('exit', () => {
      this.#closing = setTimeout(() => this.#closePipes(), lingering);
    });
  }

  #closePipes(): void {
    this.#child?.stdout?.destroy();
    this.#child?.stderr?.destroy();
  }

  #end(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    // Nothing more is read: a flood must not fill memory while git ends.
    this.#closePipes();
    this.#ending = this.#endTree();
  }

  /** git and its descendants are interrupted, so that they tidy up; what is left of them is killed. */
  async #endTree(): Promise<void> {
    if (this.#child) await this.#guard.end({signal: 'SIGINT', grace});
    this.abort.abort();
  }

  async finished(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#closing);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#watch.stop();
    this.#transfer?.stop();
    await this.#ending;
    this.#guard.forget();
    if (this.result?.exitCode !== 0) await this.#transfer?.discard();
  }

  answer(): GitOutput {
    const {maxOutputBytes, truncate, timeout, args, transfer} = this.#request;
    const command = `git ${args[0] ?? ''}`;
    if (this.#reason === 'timeout') {
      throw new ToolError('OPERATION_TIMEOUT', `${command} did not end within ${timeout ?? 0} ms and was stopped`);
    }
    if (this.#reason === 'cancel') throw new ToolError('OPERATION_CANCELLED', `${command} was cancelled and stopped`);
    if (this.#reason === 'transfer') {
      throw new ToolError(
        'LIMIT_EXCEEDED',
        `The remote sent more than ${transfer?.maxBytes ?? 0} bytes and was stopped`,
        {
          suggestions: ['Ask for less history with depth, or raise maxTransferBytes in the config'],
          context: {maxTransferBytes: transfer?.maxBytes},
        },
      );
    }
    if (this.#reason === 'limit' && truncate !== true) {
      throw new ToolError('LIMIT_EXCEEDED', `${command} answered more than ${maxOutputBytes} bytes and was stopped`, {
        suggestions: ['Ask for less (limit, path, file), or raise maxOutputBytes in the config'],
        context: {maxOutputBytes},
      });
    }
    if (this.result === undefined || (this.result.exitCode < 0 && this.#reason === undefined)) {
      if (this.result?.stdErr.toString().includes('E2BIG')) {
        throw new ToolError('LIMIT_EXCEEDED', `${command} was given more than the system takes as arguments`, {
          outcome: 'not_executed',
          suggestions: ['Give less or shorter values'],
        });
      }
      throw new ToolError('RESOURCE_UNAVAILABLE', `git could not be started as '${this.#request.gitPath}'`, {
        outcome: 'not_executed',
        recoverable: false,
        suggestions: ['Install git, or name its program in the config: gitPath'],
        cause: this.failure ?? new Error(this.result?.stdErr.toString().split('\n')[0]),
      });
    }
    const stdout = Buffer.concat(this.result.stdOut);
    const truncated = this.#reason === 'limit';
    return {
      exitCode: truncated ? 0 : this.result.exitCode,
      stdout: truncated ? stdout.subarray(0, maxOutputBytes) : stdout,
      stderr: Buffer.concat(this.result.stdErr).toString('utf8'),
      truncated,
    };
  }
}
