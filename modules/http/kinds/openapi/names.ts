import type {Operation} from './operation.js';

const maxLength = 64;

/** Names of tools: each valid, none twice, and the same every time the same description is read. */
export class ToolNames {
  readonly #taken = new Set<string>();

  /** The id of the operation, else its method and path. */
  take(operation: Pick<Operation, 'id' | 'method' | 'path'>): string {
    const own = camelCase(operation.id ?? '');
    const name =
      own === '' ? camelCase(`${operation.method} ${operation.path.replace(/\{([^}]*)\}/g, ' by $1 ')}`) : own;
    return unique(name, this.#taken);
  }
}

/** `repos/list-for-user` as `reposListForUser`; letters and digits, a letter first. */
export function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = '', ...others] = words;
  const joined = lowerFirst(first) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return (/^[0-9]/.test(joined) ? `op${joined}` : joined).slice(0, maxLength);
}

/** `GetPet` as `getPet`, `APIKeys` as `apiKeys`, `URL` as `url`. */
const lowerFirst = (word: string): string =>
  word.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+(?=$|[0-9])|^[A-Z]/, (start) => start.toLowerCase());

/** Names of the inputs of one tool, which templates can name. */
export class InputNames {
  readonly #taken = new Set<string>();

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The name itself where it is free; `query_id` where a parameter of another place has it. */
  take(name: string, place: string): string {
    const own = inputName(name);
    return unique(this.#taken.has(own) ? inputName(`${place}_${own}`) : own, this.#taken);
  }
}

const refused: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A name that a template and a function-calling API can have: `filter[name]` as `filter_name`. */
export function inputName(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9_-]+/g, '\0')
    .replace(/^\0|\0$/g, '')
    .replaceAll('\0', '_');
  const begun = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
  return (refused.has(begun) ? `_${begun}` : begun).slice(0, maxLength);
}

/** The name, or with a number where it is taken. */
function unique(name: string, taken: Set<string>): string {
  let own = name;
  for (let next = 2; taken.has(own); next++) {
    const suffix = `_${next}`;
    own = name.slice(0, maxLength - suffix.length) + suffix;
  }
  taken.add(own);
  return own;
}
