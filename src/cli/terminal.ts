import {styleText} from 'node:util';
import type {Io, TextOutput} from './io.js';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** NO_COLOR (no-color.org) wins over FORCE_COLOR (force-color.org); without them colours are for terminals. */
function hasColours({isTTY}: TextOutput, env: Io['env']): boolean {
  const {NO_COLOR, FORCE_COLOR, TERM} = env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && TERM !== 'dumb';
}

/** One of the two outputs, with colours where they are wanted. */
export class Terminal {
  readonly #output: TextOutput;
  readonly #colours: boolean;

  constructor(output: TextOutput, env: Io['env'], {colours = hasColours(output, env)} = {}) {
    this.#output = output;
    this.#colours = colours;
  }

  get isInteractive(): boolean {
    return this.#output.isTTY === true;
  }

  /** Characters of a line; what is no terminal has no end of line. */
  get width(): number {
    return this.isInteractive ? Math.max(40, this.#output.columns ?? 80) : Number.POSITIVE_INFINITY;
  }

  write(text: string): void {
    this.#output.write(text);
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  style(style: Style, text: string): string {
    return this.#colours ? styleText(style, text, {validateStream: false}) : text;
  }
}
