/** Names that the text uses itself, or that TypeScript keeps; `Record` stays what it is. */
const taken: readonly string[] = [
  ...['CallOptions', 'Handle', 'HandleInput', 'ModuleFactory', 'ModuleInstance', 'Runtime', 'ToolMethod', 'URL'],
  ...['Record', 'Partial', 'Promise', 'Array', 'Readonly', 'ReadonlyArray', 'Object', 'Function', 'String', 'Number'],
  ...['Boolean', 'Symbol', 'BigInt', 'Any', 'Unknown', 'Never'],
];

/** `get_repository` as the name of a type: `GetRepository`. */
export function pascalCase(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return name === '' || /^\d/.test(name) ? `Type${name}` : name;
}

/** Names of types in one text: each is given once. */
export class TypeNames {
  readonly #given = new Set<string>(taken);

  /** The wanted name, or with a number where that is taken. */
  give(wanted: string): string {
    const base = pascalCase(wanted).slice(0, 100);
    let name = base;
    for (let number = 2; this.#given.has(name); number++) name = `${base}${String(number)}`;
    this.#given.add(name);
    return name;
  }
}

/** A literal in a text that a compiler reads: no character of it can end the literal or the line. */
export const literal = (value: string): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A text in single quotes, where that is as plain. */
export const quoted = (value: string): string => (/^[\w ./:@-]*$/.test(value) ? `'${value}'` : literal(value));

/** The name of a property as it may stand in a type. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
