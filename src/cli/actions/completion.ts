import type {Invocation} from '../command.js';
import type {Candidates} from '../completion/candidates.js';
import {completeLine} from '../completion/complete.js';
import {joinWords} from '../completion/join-words.js';
import {readProjectNames} from '../completion/project-names.js';
import {completionScripts} from '../completion/scripts.js';
import {exitCodes} from '../exit-codes.js';
import {onOneLine} from '../printable.js';

export async function complete({io, output, commands, argument, words: [, ...typed]}: Invocation): Promise<number> {
  const shell = argument('SHELL') ?? '';
  if (typed.length === 0) {
    output.stdout.line(completionScripts[shell] ?? '');
    return exitCodes.ok.code;
  }
  const {words, cut} = shell === 'bash' ? joinWords(typed) : {words: typed, cut: ''};
  const found = await completeLine(words, commands, (config) => readProjectNames(config, io));
  if (output.json) output.document(found);
  else for (const line of linesFor(shell, found, cut)) output.stdout.line(line);
  return exitCodes.ok.code;
}

/** The kind, then a word a line; zsh gets what it is behind a tab. */
function linesFor(shell: string, found: Candidates, cut: string): string[] {
  if (found.kind !== 'words') return [found.kind];
  const isOpen = found.words.length > 0 && found.words.every((word) => word.isOpen === true);
  const lines = found.words.map(({text, description = ''}) =>
    shell === 'zsh' ? `${text}\t${onOneLine(description)}` : text.slice(cut.length),
  );
  return [isOpen ? 'open' : 'words', ...lines];
}
