import {spawn, spawnSync} from 'node:child_process';
import type {ChildProcessByStdio} from 'node:child_process';
import type {Readable, Writable} from 'node:stream';
import {once} from 'node:events';

/** Of util-linux; gives a program a real pseudo terminal. */
const program = 'script';

export const hasScript = spawnSync(program, ['--version']).status === 0;

export const keys = {enter: '\r', tab: '\t', ctrlC: '\u0003', ctrlD: '\u0004'} as const;

/** ms until a program that answers nothing is given up. */
const patience = 20_000;

/** A program at a pseudo terminal: what it shows, and somebody who types. */
export class PseudoTerminal {
  /** All that was shown, as it came. */
  screen = '';
  #seen = 0;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #end: Promise<number>;
  readonly #closed = new AbortController();

  /** `command` is a line for a shell; its exit code is that of the terminal. */
  constructor(command: string, options: {readonly cwd: string; readonly env: NodeJS.ProcessEnv}) {
    this.#child = spawn(program, ['-qefc', command, '/dev/null'], {
      ...options,
      // The shell that runs the command must be one that is there.
      env: {...options.env, SHELL: '/bin/sh'},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout.on('data', (chunk: Buffer) => (this.screen += chunk.toString()));
    this.#end = once(this.#child, 'close').then(([code]) => {
      this.#closed.abort();
      return code as number;
    });
  }

  type(text: string): void {
    this.#child.stdin.write(text);
  }

  /** Waits until something is shown behind what was waited for before; answers what is shown up to it. */
  async shows(wanted: string | RegExp): Promise<string> {
    const giveUp = AbortSignal.any([AbortSignal.timeout(patience), this.#closed.signal]);
    for (;;) {
      const rest = plain(this.screen).slice(this.#seen);
      const found = typeof wanted === 'string' ? wanted : wanted.exec(rest)?.[0];
      const end = found === undefined || !rest.includes(found) ? -1 : rest.indexOf(found) + found.length;
      if (end >= 0) {
        this.#seen += end;
        return rest.slice(0, end);
      }
      try {
        await once(this.#child.stdout, 'data', {signal: giveUp});
      } catch {
        this.#child.kill();
        throw new Error(`The terminal does not show ${String(wanted)}, but ${JSON.stringify(rest)}`);
      }
    }
  }

  /** Answers a question. */
  async answers(question: string | RegExp, text: string): Promise<void> {
    await this.shows(question);
    this.type(`${text}${keys.enter}`);
  }

  /** The exit code. */
  async ends(): Promise<number> {
    const timer = setTimeout(() => this.#child.kill(), patience);
    try {
      return await this.#end;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Without colours and moves of the cursor. */
const plain = (text: string): string => text.replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|[=>])/g, '').replaceAll('\r', '');
