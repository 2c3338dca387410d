import {quoted} from '../../sql/names.js';

/** A column as `db.describeTable` tells it. */
interface ImportedColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  readonly default?: string;
  readonly generated?: string;
  readonly identity?: 'always' | 'byDefault';
  readonly values?: readonly string[];
  readonly comment?: string;
}

/** A table as `db.describeTable` tells it. */
export interface ImportedTable {
  readonly schema: string;
  readonly name: string;
  /** `table`, `view` … */
  readonly kind: string;
  readonly columns: readonly ImportedColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly {readonly columns: readonly string[]}[];
  readonly comment?: string;
}

type Tool = Readonly<Record<string, unknown>>;
type Tools = Record<string, Tool>;

export interface TableOptions {
  /** Tools that write as well. */
  readonly write: boolean;
  /** Schemas whose tables are named without one. */
  readonly plain: ReadonlySet<string>;
}

/** Filters that a list offers at most. */
const maxFilters = 8;

/** Tools for the tables of a database: a row by its key and lists, and with `write` insert, update and delete by key. */
export function tablesToTools(tables: readonly ImportedTable[], options: TableOptions): Tools {
  const tools: Tools = {};
  const add = (verb: string, noun: string, tool: Tool): string => {
    const wanted = `${verb}${noun}`.slice(0, 60);
    let name = wanted;
    for (let number = 2; Object.hasOwn(tools, name); number++) name = `${wanted}${String(number)}`;
    tools[name] = tool;
    return name;
  };
  for (const table of tables) addTable(new TableText(table, options), add, options.write);
  return tools;
}

type Add = (verb: string, noun: string, tool: Tool) => string;

function addTable(table: TableText, add: Add, write: boolean): void {
  const {noun, byKey} = table;
  add('list', noun, table.list());
  if (byKey !== '') add('get', `${noun}${byKey}`, table.get());
  if (!write || !table.isWritable) return;
  const remove = byKey === '' ? undefined : add('delete', `${noun}${byKey}`, table.delete());
  add('insert', noun, table.insert(remove));
  if (byKey !== '' && table.changed.length > 0) add('update', `${noun}${byKey}`, table.update());
}

/** Words of a name, each with a capital: `order_lines` as `OrderLines`. */
const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') || 'Table';

/** Statements and inputs for one table. Every name of the database stands in quotes. */
class TableText {
  readonly noun: string;
  /** `ById`, or nothing without a key. */
  readonly byKey: string;
  readonly isWritable: boolean;
  /** Columns that an update can change. */
  readonly changed: readonly ImportedColumn[];
  readonly #table: ImportedTable;
  readonly #parameters: ReadonlyMap<string, string>;
  readonly #key: readonly ImportedColumn[];
  readonly #from: string;
  readonly #columns: string;

  constructor(table: ImportedTable, {plain}: TableOptions) {
    const {columns, schema, name} = table;
    this.#table = table;
    this.noun = pascal(plain.has(schema) ? name : `${schema}_${name}`);
    this.#parameters = parameterNames(columns);
    this.#key = table.primaryKey.flatMap((key) => columns.filter((column) => column.name === key));
    this.byKey = this.#key.length === 0 ? '' : `By${this.#key.map((column) => pascal(column.name)).join('And')}`;
    this.#from = plain.has(schema) ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
    this.#columns = columns.map((column) => quoted(column.name)).join(', ');
    const given = columns.filter(isGiven);
    this.isWritable = given.length > 0 && !table.kind.includes('view');
    this.changed = given.filter((column) => !this.#key.includes(column));
  }

  get(): Tool {
    return {
      description: this.#describe(`The row of ${this.#table.name} with this key, or null.`),
      sql: `select ${this.#columns} from ${this.#from} where ${this.#isKey()}`,
      mode: 'row',
      input: this.#keyInput(),
    };
  }

  list(): Tool {
    const filters = this.#filters();
    const conditions = filters.map((column) => {
      const value = this.#value(column);
      return `(${value} is null or ${quoted(column.name)} = ${value})`;
    });
    const order = this.#key.length === 0 ? '' : ` order by ${this.#key.map(({name}) => quoted(name)).join(', ')}`;
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    const input = Object.fromEntries(filters.map((column) => [this.#parameter(column), inputOf(column, false)]));
    return {
      description: this.#describe(`Rows of ${this.#table.name}${filters.length > 0 ? ', all or some' : ''}.`),
      sql: `select ${this.#columns} from ${this.#from}${where}${order} limit :limit offset :offset`,
      input: {
        ...input,
        limit: {type: 'integer', minimum: 1, maximum: 1000, default: 100, description: 'Rows at most'},
        offset: {type: 'integer', minimum: 0, default: 0, description: 'Rows to pass over'},
      },
    };
  }

  insert(remove: string | undefined): Tool {
    const columns = this.#table.columns.filter(isGiven);
    const values = columns.map((column) =>
      // A default can not stand beside a value that may be missing.
      column.default === undefined ? this.#value(column) : `coalesce(${this.#value(column)}, ${column.default})`,
    );
    const input = columns.map((column) => [
      this.#parameter(column),
      inputOf(column, !column.nullable && column.default === undefined),
    ]);
    const keys = this.#key.map((column) => [this.#parameter(column), `$."${column.name.replaceAll('"', '\\"')}"`]);
    return {
      description: this.#describe(`Add a row to ${this.#table.name}. Answers the row.`),
      sql: `insert into ${this.#from} (${columns.map(({name}) => quoted(name)).join(', ')}) values (${values.join(', ')}) returning ${this.#columns}`,
      mode: 'row',
      readOnly: false,
      input: Object.fromEntries(input) as object,
      ...(remove !== undefined && {undo: {tool: remove, input: Object.fromEntries(keys) as object}}),
    };
  }

  update(): Tool {
    const changes = this.changed.map((column) => {
      const name = quoted(column.name);
      return `${name} = coalesce(${this.#value(column)}, ${name})`;
    });
    const input = Object.fromEntries(this.changed.map((column) => [this.#parameter(column), inputOf(column, false)]));
    return {
      description: this.#describe(`Change columns of the row of ${this.#table.name} with this key. Answers the row.`),
      sql: `update ${this.#from} set ${changes.join(', ')} where ${this.#isKey()} returning ${this.#columns}`,
      mode: 'row',
      readOnly: false,
      required: true,
      limitations: ['What is left out stays; nothing can be made null'],
      input: {...this.#keyInput(), ...input},
    };
  }

  delete(): Tool {
    return {
      description: this.#describe(`Delete the row of ${this.#table.name} with this key.`),
      sql: `delete from ${this.#from} where ${this.#isKey()}`,
      mode: 'execute',
      required: true,
      securityTier: 2,
      input: this.#keyInput(),
    };
  }

  /** Columns that rows are looked for by: references, enums, booleans. */
  #filters(): readonly ImportedColumn[] {
    const references = new Set(this.#table.foreignKeys.flatMap(({columns}) => columns));
    const isFilter = ({name, type, values}: ImportedColumn): boolean =>
      references.has(name) || values !== undefined || type === 'boolean';
    return this.#table.columns.filter(isFilter).slice(0, maxFilters);
  }

  #parameter({name}: ImportedColumn): string {
    return this.#parameters.get(name) ?? name;
  }

  #value(column: ImportedColumn): string {
    return `:${this.#parameter(column)}::${column.type}`;
  }

  #isKey(): string {
    return this.#key.map((column) => `${quoted(column.name)} = ${this.#value(column)}`).join(' and ');
  }

  #keyInput(): object {
    return Object.fromEntries(this.#key.map((column) => [this.#parameter(column), inputOf(column, true)]));
  }

  #describe(what: string): string {
    const {comment} = this.#table;
    return comment === undefined ? what : `${what} ${oneLine(comment)}`;
  }
}

/** Whether a row is given a value for it. */
const isGiven = ({generated, identity}: ImportedColumn): boolean => generated === undefined && identity === undefined;

const taken = ['limit', 'offset', 'constructor', 'prototype', '__proto__'];

/** A parameter for each column: its name where that is a word. */
function parameterNames(columns: readonly ImportedColumn[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const {name} of columns) {
    const word = name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
    let free = word;
    for (let number = 2; used.has(free); number++) free = `${word}_${String(number)}`;
    used.add(free);
    names.set(name, free);
  }
  return names;
}

/** JSON types by the names that the catalog gives; what is not here is text. */
const jsonTypes: readonly (readonly [RegExp, unknown])[] = [
  [/^(?:smallint|integer|oid)$/, 'integer'],
  [/^bigint$/, ['integer', 'string']],
  [/^(?:real|double precision|money)$|^numeric/, ['number', 'string']],
  [/^boolean$/, 'boolean'],
];

/** An input for a column, in the long form of schemas. */
function inputOf({type, values, comment}: ImportedColumn, required: boolean): object {
  const description = comment === undefined ? type : `${oneLine(comment)} (${type})`;
  const json = jsonTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
  const kind = type.endsWith('[]') ? {type: 'array'} : /^jsonb?$/.test(type) ? {} : values ? {enum: values} : {};
  const plain = type.endsWith('[]') || /^jsonb?$/.test(type);
  return {...(!plain && {type: json}), ...kind, ...(required && {required: true}), description};
}

const unseen = /[\p{Cc}\p{Cf}\s]+/gu;

/** A comment of the database, which anybody may have written, as a line. */
const oneLine = (text: string): string => text.replace(unseen, ' ').trim().slice(0, 500);
