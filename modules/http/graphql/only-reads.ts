/** What stands between the operations of a document: strings, comments, and what is in brackets. */
const ignored = /"""(?:[^"\\]|\\[^]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g;

/**
 * Whether a GraphQL document only asks. One that holds a mutation or a subscription does not, whichever operation is
 * named, nor does one that can not be read: a fact that policies and retries stand on errs on the safe side.
 */
export function onlyReads(document: string): boolean {
  let depth = 0;
  let top = '';
  for (const character of document.replace(ignored, ' ')) {
    if ('{(['.includes(character)) depth++;
    else if ('})]'.includes(character)) depth--;
    else if (depth === 0) top += character;
    if (character === '{' || character === '}') top += ' ';
  }
  const definitions = /^(?:\s*(?:(?:query|fragment)\b[\w\s@$:!=,]*)?\s*)*$/;
  return depth === 0 && !/\b(mutation|subscription)\b/.test(top) && definitions.test(top);
}
