import {ToolError} from '../../../src/sdk.js';

/** What only a shell would understand, wherever it stands unquoted. */
const special = '|&;<>()$`\n*?[';

/** The same at the beginning of a word: a home directory, a comment. */
const specialAtStart = '~#';

/** What a backslash takes the meaning of between double quotes; before others it is a backslash. */
const escapable = '$`"\\\n';

/**
 * Cuts a command line into words as a shell does (POSIX quoting), without being one: what a shell would expand, redirect
 * or run is refused, so that nobody believes it was done (SH01, C27). Quoted, it is text. Throws INVALID_PARAMETER.
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'") {
      const end = line.indexOf("'", at + 1);
      if (end < 0) throw unclosed("'", at);
      word = (word ?? '') + line.slice(at + 1, end);
      at = end;
    } else if (character === '"') {
      const quoted = readDoubleQuoted(line, at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      const next = line[++at];
      if (next === undefined || next === '\n') throw refuse('ends in a backslash', ['Escape a backslash: \\\\']);
      word = (word ?? '') + next;
    } else {
      if (special.includes(character) || (word === undefined && specialAtStart.includes(character)))
        throw notAShell(character, at);
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  const [first = ''] = words;
  if (/^[A-Za-z_]\w*=/.test(first)) {
    throw refuse(`begins with ${first.slice(0, first.indexOf('='))}=, which only a shell would understand`, [
      'Give variables of the environment in env',
    ]);
  }
  return words;
}

/** Text between double quotes, with the place of the second one. */
function readDoubleQuoted(line: string, start: number): {text: string; end: number} {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    const character = line[at] ?? '';
    if (character === '"') return {text, end: at};
    if (character === '$' || character === '`') throw notAShell(character, at);
    const next = line[at + 1] ?? '';
    const isEscaped = character === '\\' && next !== '' && escapable.includes(next);
    text += isEscaped ? next : character;
    if (isEscaped) at++;
  }
  throw unclosed('"', start);
}

const unclosed = (quote: string, at: number): ToolError =>
  refuse(`has a ${quote} at character ${String(at + 1)} that is not closed`, ['Close it, or escape it: \\' + quote]);

const notAShell = (character: string, at: number): ToolError =>
  refuse(`holds ${JSON.stringify(character)} at character ${String(at + 1)}, which only a shell would understand`, [
    `Quote it where it is meant as text, or give the command as a list: ["program", "argument"]`,
    'Call one program at a time; what one wrote is stdin of the next',
    "Shell lines need shell: true and commands: '*' in the config",
  ]);

const refuse = (what: string, suggestions: readonly string[]): ToolError =>
  new ToolError('INVALID_PARAMETER', `The command line ${what}`, {
    outcome: 'not_executed',
    context: {parameter: 'command'},
    suggestions,
  });
