/** Width of the lines of a comment. */
const width = 110;

/** What ends a line in JavaScript: a comment of one line would end there too. */
const lineEnd = /\r\n?|[\n\u2028\u2029]/g;
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text as one line, without what moves a cursor. */
export const oneLine = (text: string): string => text.replace(lineEnd, ' ').replace(controls, ' ');

/** Text of a description that can not end the comment it stands in, on lines of its own, without what moves a cursor. */
function plainLines(text: string): string[] {
  return text
    .replace(lineEnd, '\n')
    .replace(controls, ' ')
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => line.trimEnd());
}

/** A comment over a declaration; no lines where there is nothing to say. */
export function docComment(text: string, indent = ''): string {
  const lines = plainLines(text.trim()).flatMap((line) => wrap(line, width - indent.length));
  if (lines.every((line) => line === '')) return '';
  const [only = ''] = lines;
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrap(text: string, room: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
