/** A variable of an operation: `$id: ID! = "1"`. */
export interface GraphqlVariable {
  readonly name: string;
  /** As it is written, without spaces: `[ID!]!`. */
  readonly type: string;
  /** It has to be given. */
  readonly required: boolean;
}

/** An operation of a GraphQL document. */
export interface GraphqlOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string | undefined;
  readonly variables: readonly GraphqlVariable[];
  /** Names of variables that its own text uses; those of fragments are not among them. */
  readonly uses: ReadonlySet<string>;
}

/** What can be told of a document without the schema of its server. */
export interface GraphqlDocument {
  readonly operations: readonly GraphqlOperation[];
  /** Names of variables that fragments use. */
  readonly fragmentUses: ReadonlySet<string>;
  readonly problems: readonly string[];
}

const token =
  /"""(?:[^"\\]|\\[^]|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|\.\.\.|[_A-Za-z][_0-9A-Za-z]*|-?\d[\w.+-]*|[!$&()*:=@[\]{|}]|[\s,\uFEFF]+|[^]/g;
const closing: Readonly<Record<string, string>> = {'{': '}', '(': ')', '[': ']'};
const typeToken = /^(?:\[|\]|!|[_A-Za-z].*)$/;
const longest = 100_000;

/** Reads operations and their variables out of a document; what is no GraphQL is told. Never throws. */
export function readGraphql(document: string): GraphqlDocument {
  const problems: string[] = [];
  if (document.length > longest) return {operations: [], fragmentUses: new Set(), problems: ['It is too long']};
  const tokens = tokensOf(document, problems);
  if (problems.length === 0) assertBalanced(tokens, problems);
  const operations: GraphqlOperation[] = [];
  const fragmentUses = new Set<string>();
  if (problems.length === 0) {
    for (let at = 0; at < tokens.length;) {
      const definition = definitionAt(tokens, at, problems);
      if (!definition) break;
      at = definition.end;
      const uses = usedVariables(definition.body);
      if (definition.kind === 'fragment') uses.forEach((name) => fragmentUses.add(name));
      else operations.push({kind: definition.kind, name: definition.name, variables: definition.variables, uses});
    }
    if (problems.length === 0 && operations.length === 0) problems.push('It has no operation');
  }
  return {operations, fragmentUses, problems};
}

function tokensOf(document: string, problems: string[]): string[] {
  const tokens: string[] = [];
  for (const [text] of document.matchAll(token)) {
    if (/^[\s,\uFEFF]/.test(text) || text.startsWith('#')) continue;
    if (text.length === 1 && !/[_0-9A-Za-z!$&()*:=@[\]{|}]/.test(text)) {
      problems.push(text === '"' ? 'A text in it is not closed' : `It has an unexpected ${JSON.stringify(text)}`);
      break;
    }
    tokens.push(text);
  }
  return tokens;
}

function assertBalanced(tokens: readonly string[], problems: string[]): void {
  const open: string[] = [];
  for (const text of tokens) {
    if (closing[text] !== undefined) open.push(text);
    else if (['}', ')', ']'].includes(text)) {
      const opened = open.pop();
      if (opened !== undefined && closing[opened] === text) continue;
      problems.push(opened === undefined ? `A "${text}" closes nothing` : `A "${opened}" is closed by "${text}"`);
      return;
    }
  }
  const last = open.pop();
  if (last !== undefined) problems.push(`A "${last}" is not closed`);
}

interface Definition {
  readonly kind: GraphqlOperation['kind'] | 'fragment';
  readonly name: string | undefined;
  readonly variables: readonly GraphqlVariable[];
  readonly body: readonly string[];
  readonly end: number;
}

function definitionAt(tokens: readonly string[], start: number, problems: string[]): Definition | undefined {
  const first = tokens[start] ?? '';
  const kind = first === '{' ? 'query' : first;
  if (kind !== 'query' && kind !== 'mutation' && kind !== 'subscription' && kind !== 'fragment') {
    problems.push(`It must begin with query, mutation or {, and has "${first}"`);
    return undefined;
  }
  let at = first === '{' ? start : start + 1;
  const name = isName(tokens[at]) ? tokens[at++] : undefined;
  let variables: readonly GraphqlVariable[] = [];
  if (kind !== 'fragment' && tokens[at] === '(') {
    const end = endOf(tokens, at);
    variables = variablesOf(tokens.slice(at + 1, end), problems);
    at = end + 1;
  }
  const head = at;
  while (at < tokens.length && tokens[at] !== '{') at = closing[tokens[at] ?? ''] ? endOf(tokens, at) + 1 : at + 1;
  if (at >= tokens.length) {
    problems.push(`The ${kind}${name === undefined ? '' : ` ${name}`} selects nothing`);
    return undefined;
  }
  const end = endOf(tokens, at) + 1;
  if (end === at + 2) problems.push(`The ${kind}${name === undefined ? '' : ` ${name}`} selects nothing`);
  return {kind, name, variables, body: tokens.slice(head, end), end};
}

const isName = (text: string | undefined): text is string => text !== undefined && /^[_A-Za-z]/.test(text);

/** Where the bracket that opens at `start` closes; the document is balanced. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const text = tokens[at] ?? '';
    if (closing[text] !== undefined) depth++;
    else if (['}', ')', ']'].includes(text) && --depth === 0) return at;
  }
  return tokens.length;
}

/** `$id: ID! = 1, $tags: [String!]` */
function variablesOf(tokens: readonly string[], problems: string[]): GraphqlVariable[] {
  const variables: GraphqlVariable[] = [];
  for (let at = 0; at < tokens.length;) {
    const [dollar, name, colon] = tokens.slice(at, at + 3);
    if (dollar !== '$' || !isName(name) || colon !== ':') {
      problems.push(
        `A variable is written $name: Type, and there is ${JSON.stringify(tokens.slice(at, at + 3).join(''))}`,
      );
      return variables;
    }
    at += 3;
    let type = '';
    // Two names do not stand side by side in a type.
    while (typeToken.test(tokens[at] ?? '') && !(isName(tokens[at]) && isName(type.at(-1)))) type += tokens[at++] ?? '';
    if (!/^\[*[_A-Za-z]\w*!?(?:\]!?)*$/.test(type)) problems.push(`The variable $${name} has no type`);
    if (variables.some((known) => known.name === name)) problems.push(`The variable $${name} is there twice`);
    const hasDefault = tokens[at] === '=';
    variables.push({name, type, required: type.endsWith('!') && !hasDefault});
    // Its default and its directives, up to the next variable.
    if (hasDefault) at++;
    while (at < tokens.length && tokens[at] !== '$') {
      at = closing[tokens[at] ?? ''] ? endOf(tokens, at) + 1 : at + 1;
    }
  }
  return variables;
}

function usedVariables(tokens: readonly string[]): Set<string> {
  const names = new Set<string>();
  tokens.forEach((text, at) => {
    const name = tokens[at + 1];
    if (text === '$' && isName(name)) names.add(name);
  });
  return names;
}
