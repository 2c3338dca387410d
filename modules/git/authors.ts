import {ToolError} from '../../src/sdk.js';

/** Who wrote or committed. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Reads `name <email>`; answers INVALID_AUTHOR (R9.5). */
export function parseAuthor(text: string): Author {
  // eslint-disable-next-line no-control-regex -- git drops control characters silently; here they are refused
  const match = /[\u0000-\u001f\u007f]/.test(text)
    ? null
    : /^\s*([^<>]*[^<>\s])\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text);
  const [, name, email] = match ?? [];
  // A name made of what git strips (`. , : ; < > " \ '` and spaces) would be empty for git.
  if (name === undefined || email === undefined || name.startsWith('-') || /^[\s.,:;"\\']*$/.test(name)) {
    throw new ToolError('INVALID_AUTHOR', `The author '${text}' is not of the form 'name <email>'`, {
      outcome: 'not_executed',
      suggestions: ["Give an author such as 'Ada Lovelace <ada@example.com>'"],
    });
  }
  return {name, email};
}

export const formatAuthor = ({name, email}: Author): string => `${name} <${email}>`;
