import {ToolError} from '../../../src/sdk.js';

/** Who wrote or committed. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** Characters of name and address together. */
const maxLength = 1000;

/** Reads `name <email>`; answers INVALID_AUTHOR (R9.5). */
export function parseAuthor(text: string): Author {
  // Bounded, because the pattern takes time in the square of the length.
  // Git drops control characters silently; here they are refused
  const refused = text.length > maxLength || /[\u0000-\u001f\u007f]/.test(text);
  const match = refused ? null : /^\s*([^<>]*[^<>\s])\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text);
  const [, name, email] = match ?? [];
  // A name made of what git strips (`. , : ; < > " \ '` and spaces) would be empty for git.
  if (name === undefined || email === undefined || name.startsWith('-') || /^[\s.,:;"\\']*$/.test(name)) {
    throw new ToolError('INVALID_AUTHOR', `The author '${text.slice(0, 100)}' is not of the form 'name <email>'`, {
      outcome: 'not_executed',
      suggestions: ["Give an author such as 'Ada Lovelace <ada@example.com>'"],
    });
  }
  return {name, email};
}

export const formatAuthor = ({name, email}: Author): string => `${name} <${email}>`;
