type CharacterTest = (character: string) => boolean;

/** One instruction of a compiled pattern. */
type Step =
  | {readonly op: 'character'; readonly test: CharacterTest}
  | {readonly op: 'split'; readonly to: readonly [number, number]}
  | {readonly op: 'start' | 'end' | 'match'};

type Node =
  | {readonly kind: 'character'; readonly test: CharacterTest}
  | {readonly kind: 'start' | 'end'}
  | {readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Node[]}
  | {readonly kind: 'repeat'; readonly node: Node; readonly min: 0 | 1; readonly many: boolean};

const maxPattern = 256;
const maxNesting = 32;

/**
 * A regular expression that can not hang: literals, `.`, classes, groups, `|`, `*`, `+`, `?`, `^` and `$`, matched without
 * backtracking in time proportional to text and pattern. Case does not count. What it can not read is taken as plain text.
 */
export function textPattern(pattern: string): (text: string) => boolean {
  const plain = pattern.toLowerCase();
  const includes = (text: string): boolean => text.toLowerCase().includes(plain);
  if (pattern.length > maxPattern || !/[\\^$.*+?()[\]{}|]/.test(pattern)) return includes;
  const node = new PatternReader(plain).read();
  if (!node) return includes;
  const steps = compile(node);
  return (text) => matches(steps, text.toLowerCase());
}

const classes: Readonly<Record<string, RegExp>> = {d: /\d/, w: /\w/, s: /\s/};

class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Undefined when there is something in it that this reader does not know. */
  read(): Node | undefined {
    const node = this.#choice();
    return this.#at === this.#pattern.length ? node : undefined;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #next(): string | undefined {
    return this.#pattern[this.#at++];
  }

  #choice(): Node | undefined {
    const nodes: Node[] = [];
    do {
      const node = this.#sequence();
      if (!node) return undefined;
      nodes.push(node);
    } while (this.#take('|'));
    return {kind: 'choice', nodes};
  }

  #sequence(): Node | undefined {
    const nodes: Node[] = [];
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const node = this.#repeated();
      if (!node) return undefined;
      nodes.push(node);
    }
    return {kind: 'sequence', nodes};
  }

  #repeated(): Node | undefined {
    const node = this.#atom();
    if (!node) return undefined;
    const repeat = (min: 0 | 1, many: boolean): Node => {
      this.#take('?');
      return {kind: 'repeat', node, min, many};
    };
    if (this.#take('*')) return repeat(0, true);
    if (this.#take('+')) return repeat(1, true);
    return this.#take('?') ? repeat(0, false) : node;
  }

  #atom(): Node | undefined {
    if (this.#take('(')) return this.#group();
    const character = this.#next();
    if (character === undefined || '*+?{}]'.includes(character)) return undefined;
    if (character === '^') return {kind: 'start'};
    if (character === '$') return {kind: 'end'};
    if (character === '.') return {kind: 'character', test: () => true};
    if (character === '[') return this.#set();
    const test = character === '\\' ? this.#escape() : (other: string) => other === character;
    return test && {kind: 'character', test};
  }

  #group(): Node | undefined {
    if (this.#take('?') && !this.#take(':')) return undefined;
    if (++this.#depth > maxNesting) return undefined;
    const node = this.#choice();
    this.#depth--;
    return node && this.#take(')') ? node : undefined;
  }

  #escape(): CharacterTest | undefined {
    const character = this.#next();
    if (character === undefined) return undefined;
    const known = classes[character];
    if (known) return (other) => known.test(other);
    return /[a-z0-9]/.test(character) ? undefined : (other) => other === character;
  }

  #set(): Node | undefined {
    const negated = this.#take('^');
    const tests: CharacterTest[] = [];
    while (!this.#take(']')) {
      const first = this.#next();
      if (first === undefined) return undefined;
      const test = first === '\\' ? this.#escape() : this.#range(first);
      if (!test) return undefined;
      tests.push(test);
    }
    return {kind: 'character', test: (character) => tests.some((test) => test(character)) !== negated};
  }

  #range(first: string): CharacterTest | undefined {
    const isRange = this.#pattern[this.#at] === '-' && this.#pattern[this.#at + 1] !== ']';
    if (!isRange) return (character) => character === first;
    this.#at++;
    const last = this.#next();
    if (last === undefined || last === '\\' || last < first) return undefined;
    return (character) => character >= first && character <= last;
  }
}

function compile(root: Node): readonly Step[] {
  const steps: Step[] = [];
  const emit = (step: Step): number => steps.push(step) - 1;
  const split = (at: number, to: readonly [number, number]): void => {
    steps[at] = {op: 'split', to};
  };
  const add = (node: Node): void => {
    if (node.kind === 'character') emit({op: 'character', test: node.test});
    else if (node.kind === 'sequence') node.nodes.forEach(add);
    else if (node.kind === 'choice') addChoice(node.nodes);
    else if (node.kind === 'repeat') addRepeat(node);
    else emit({op: node.kind});
  };
  const addChoice = ([first, ...others]: readonly Node[]): void => {
    if (!first) return;
    if (others.length === 0) {
      add(first);
      return;
    }
    const fork = emit({op: 'match'});
    add(first);
    const leave = emit({op: 'match'});
    split(fork, [fork + 1, steps.length]);
    addChoice(others);
    split(leave, [steps.length, steps.length]);
  };
  const addRepeat = ({node, min, many}: Extract<Node, {kind: 'repeat'}>): void => {
    const fork = min === 0 ? emit({op: 'match'}) : undefined;
    const body = steps.length;
    add(node);
    if (many) emit({op: 'split', to: [body, steps.length + 1]});
    if (fork !== undefined) split(fork, [body, steps.length]);
  };
  add(root);
  emit({op: 'match'});
  return steps;
}

/** Follows all ways through the pattern at once (Thompson), from every place of the text. */
function matches(steps: readonly Step[], text: string): boolean {
  const seen = new Int32Array(steps.length).fill(-1);
  let found = false;
  let current: number[] = [];
  const follow = (step: number, at: number, into: number[]): void => {
    if (found || seen[step] === at) return;
    seen[step] = at;
    const instruction = steps[step];
    if (!instruction || instruction.op === 'match') found = true;
    else if (instruction.op === 'character') into.push(step);
    else if (instruction.op === 'split') for (const to of instruction.to) follow(to, at, into);
    else if (instruction.op === 'start' ? at === 0 : at === text.length) follow(step + 1, at, into);
  };
  for (let at = 0; ; at++) {
    const next: number[] = [];
    for (const step of current) {
      const instruction = steps[step];
      if (instruction?.op === 'character' && instruction.test(text[at - 1] ?? '')) follow(step + 1, at, next);
    }
    follow(0, at, next);
    if (found || at === text.length) return found;
    current = next;
  }
}
