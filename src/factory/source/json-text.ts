import type {Node, ParseError} from 'jsonc-parser';

/** The only import of the tolerant parser: it is loaded when something is wrong, and never for a config that is right. */
const loadParser = () => import('jsonc-parser');

const strict = {disallowComments: true, allowTrailingComma: false, allowEmptyContent: false};

/** Mistakes that a person needs to see; after so many the rest follows from the first. */
const maxErrors = 20;

/** What is wrong with a text that should be JSON. */
export interface SyntaxError {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

const advice: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  InvalidSymbol: [
    'A word that JSON does not know',
    'Put texts into double quotes; besides there are true, false, null',
  ],
  InvalidNumberFormat: ['It is no number of JSON', 'Write it like 10, -0.5 or 1e6'],
  PropertyNameExpected: ['The name of a key is missing', 'Write "key": value, or remove the comma before'],
  ValueExpected: ['A value is missing', 'Add one, or remove the comma before'],
  ColonExpected: ['A colon is missing', 'Write "key": value'],
  CommaExpected: ['A comma is missing', 'Put one behind the value before'],
  CloseBraceExpected: ['A } is missing', 'Close the object'],
  CloseBracketExpected: ['A ] is missing', 'Close the list'],
  EndOfFileExpected: ['Something stands behind the end', 'A config is one value: {…}'],
  InvalidCommentToken: ['JSON has no comments', 'Remove it, or write the config as a .mjs file'],
  UnexpectedEndOfComment: ['JSON has no comments', 'Remove it, or write the config as a .mjs file'],
  UnexpectedEndOfString: ['A text does not end', 'Close it with " on the same line'],
  UnexpectedEndOfNumber: ['A number does not end', 'Write it like 10, -0.5 or 1e6'],
  InvalidUnicode: ['An escape is broken', 'Write \\u and four hexadecimal digits'],
  InvalidEscapeCharacter: [
    'There is no such escape',
    'Escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u0000; a backslash is \\\\',
  ],
  InvalidCharacter: ['A control character stands in a text', 'Write it as an escape: \\n, \\t, \\u0000'],
};

/** Every mistake that a tolerant parser finds, in the order of the text; empty where it finds none. */
export async function syntaxErrors(text: string): Promise<SyntaxError[]> {
  const {parseTree, printParseErrorCode} = await loadParser();
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, strict);
  } catch (error) {
    // Too deep for a parser that descends.
    if (!(error instanceof RangeError)) throw error;
  }
  const seen = new Set<number>();
  return errors
    .filter(({offset}) => !seen.has(offset) && seen.add(offset))
    .slice(0, maxErrors)
    .map(({error, offset}) => {
      const [message = 'It is no JSON', remedy = 'Check commas, quotes and brackets'] =
        advice[printParseErrorCode(error)] ?? [];
      return {offset, message, remedy};
    });
}

/** A path that was looked up in a text. */
export interface FoundPlace {
  /** Of the key, of an item of a list, or of the whole. */
  readonly offset: number;
  /** How many of the steps are there: the rest is missing, and `offset` is that of what it is missing in. */
  readonly steps: number;
}

/** A text of JSON as a place where paths such as `tools.read.args[0]` can be looked up; any text has its beginning. */
export async function openText(text: string): Promise<(path: string) => FoundPlace> {
  const {parseTree} = await loadParser();
  let root: Node | undefined;
  try {
    root = parseTree(text, [], strict);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return (path) => (root ? findPath(root, path) : {offset: 0, steps: 0});
}

/** Keys may hold dots and brackets: of those that fit the longest is meant. */
function findPath(root: Node, path: string): FoundPlace {
  let node = root;
  let place: FoundPlace = {offset: root.offset, steps: 0};
  let rest = path;
  while (rest !== '') {
    const step = node.type === 'array' ? itemOf(node, rest) : propertyOf(node, rest);
    if (!step) break;
    node = step.value;
    place = {offset: step.offset, steps: place.steps + 1};
    rest = step.rest;
  }
  return place;
}

interface Step {
  readonly value: Node;
  readonly offset: number;
  readonly rest: string;
}

function itemOf({children = []}: Node, path: string): Step | undefined {
  const [whole = '', bracketed, bare] = /^(?:\[(\d+)\]|(\d+)(?=$|[.[]))/.exec(path) ?? [];
  const value = whole === '' ? undefined : children[Number(bracketed ?? bare)];
  return value && {value, offset: value.offset, rest: path.slice(whole.length).replace(/^\./, '')};
}

function propertyOf({type, children = []}: Node, path: string): Step | undefined {
  if (type !== 'object') return undefined;
  let best: Step | undefined;
  for (const {children: [key, value] = []} of children) {
    const name: unknown = key?.value;
    if (!key || !value || typeof name !== 'string' || !path.startsWith(name)) continue;
    const behind = path.slice(name.length);
    if (behind !== '' && !/^[.[]/.test(behind)) continue;
    const rest = behind.replace(/^\./, '');
    // Of a key that stands twice the last counts, as for JSON.parse.
    if (!best || rest.length <= best.rest.length) best = {value, offset: key.offset, rest};
  }
  return best;
}
