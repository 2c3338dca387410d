import type {Runtime} from '../core/runtime.js';
import type {Output} from './output.js';
import {onOneLine} from './printable.js';
import {truncate} from './text-width.js';

/**
 * Progress on stderr: on a terminal one line that is written over and gone in the end, elsewhere lines, where they are wanted.
 * What stays the same is not printed again. Returns how to end it.
 */
export function showProgress(runtime: Pick<Runtime, 'on'>, output: Output, asLines: boolean): () => void {
  const {stderr} = output;
  if (!stderr.isInteractive && !asLines) return () => undefined;
  const erase = '\r\u001b[K';
  let shown = '';
  const stop = runtime.on('call:progress', ({tool, fraction, message}) => {
    const share = fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
    const text = onOneLine(`${tool}:${share} ${message ?? ''}`);
    if (text === shown) return;
    shown = text;
    // A full line would wrap on some terminals, and its first half would stay.
    if (stderr.isInteractive) stderr.write(`${erase}${stderr.style('dim', truncate(text, stderr.width - 1))}`);
    else output.note(text);
  });
  return () => {
    stop();
    if (shown !== '' && stderr.isInteractive) stderr.write(erase);
  };
}
