/** A text as one word of a shell, quoted where a shell would read more into it. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
