import type {Runtime} from '../core/runtime.js';
import type {Output} from './output.js';
import {onOneLine} from './printable.js';
import {truncate} from './text-width.js';

/** What is shown while a command works. */
export interface ProgressLine {
  /** What it does now; what stays the same is not printed again. */
  show(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/**
 * Progress on stderr: on a terminal one line that is written over and gone in the end, elsewhere lines, where they are wanted.
 */
export function progressLine(output: Output, asLines: boolean): ProgressLine {
  const {stderr} = output;
  const erase = '\r\u001b[K';
  let shown = '';
  return {
    show: (given) => {
      const text = onOneLine(given);
      if (text === shown || (!stderr.isInteractive && !asLines)) return;
      shown = text;
      // A full line would wrap on some terminals, and its first half would stay.
      if (stderr.isInteractive) stderr.write(`${erase}${stderr.style('dim', truncate(text, stderr.width - 1))}`);
      else output.note(text);
    },
    end: () => {
      if (shown !== '' && stderr.isInteractive) stderr.write(erase);
    },
  };
}

/** Shows what tools tell of their progress. Returns how to end it. */
export function showProgress(runtime: Pick<Runtime, 'on'>, output: Output, asLines: boolean): () => void {
  const line = progressLine(output, asLines);
  const stop = runtime.on('call:progress', ({tool, fraction, message}) => {
    const share = fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
    line.show(`${tool}:${share} ${message ?? ''}`);
  });
  return () => {
    stop();
    line.end();
  };
}
