import {nearest, ToolError} from '../../../src/sdk.js';
import {parseTableName} from '../sql/names.js';
import type {TableInput, TableName} from '../sql/names.js';
import {refuse, shown} from '../sql/refusals.js';
import {readTable, tableNames} from './read-table.js';
import type {Ask} from './read-table.js';
import type {Table} from './table.js';

/** Tables that are remembered at most. */
const maxKept = 1000;

/** What belongs to the server itself. */
const isSystemSchema = (schema: string): boolean => schema.startsWith('pg_') || schema === 'information_schema';

/** The tables of a database by their exact names; what has been read is remembered until it proves to be old. */
export class Catalog {
  readonly #open: ReadonlySet<string>;
  readonly #kept = new Map<string, Table>();

  /** `openSchemas` are those of the server itself that the config names. */
  constructor(openSchemas: Iterable<string>) {
    this.#open = new Set(openSchemas);
  }

  /** The remembered table of this name. */
  known(name: TableName): Table | undefined {
    return this.#kept.get(keyOf(name));
  }

  /** Reads the name of a table. Answers INVALID_PARAMETER for what is none, and for tables of the server itself (DB02). */
  parse(input: TableInput, path: string): TableName {
    const name = parseTableName(input, path);
    this.checkSchema(name.schema, path);
    return name;
  }

  /** Answers INVALID_PARAMETER for a schema of the server itself that the config does not name. */
  checkSchema(schema: string | undefined, path: string): void {
    if (schema === undefined || !isSystemSchema(schema) || this.#open.has(schema)) return;
    throw refuse(
      path,
      `names the schema ${shown(schema)}, which belongs to the server`,
      'Name it in schemas of the config to open it',
    );
  }

  /** Asks the server for the table; `keep` remembers it. Answers UNKNOWN_TABLE, with the nearest name there is. */
  async read(ask: Ask, name: TableName, path: string, keep: boolean): Promise<Table> {
    const table = await readTable(ask, name);
    if (table === undefined) throw notFound(name, path, await tableNames(ask, name.schema));
    if (keep) this.#keep(name, table);
    return table;
  }

  #keep(name: TableName, table: Table): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= maxKept) this.#kept.delete(oldest);
    this.#kept.set(keyOf(name), table);
  }

  /** After the columns of a table, or its name, were changed. */
  forget(): void {
    this.#kept.clear();
  }
}

const keyOf = ({schema, name}: TableName): string => JSON.stringify([schema, name]);

/**
 * A name that nobody would give a table is a mistake in the input, one that looks like a table's but is not (a letter of
 * another script) a trap in it (DB02); any other is a table that is not there.
 */
function notFound({schema, name}: TableName, path: string, known: readonly string[]): ToolError {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : `. Did you mean ${shown(near)}?`;
  const odd = [schema ?? '', name].find((part) => part !== '' && !/^[A-Za-z_][A-Za-z0-9_$]*$/.test(part));
  if (odd !== undefined) {
    const strange = odd.replaceAll(/[A-Za-z_$]/g, '');
    const code = (strange.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return refuse(
      path,
      `names no table: ${shown(odd)} holds the character U+${code}${hint}`,
      'List the tables with db.listTables',
    );
  }
  const where = schema === undefined ? '' : ` in the schema ${shown(schema)}`;
  return new ToolError('UNKNOWN_TABLE', `There is no table ${shown(name)}${where}${hint}`, {
    outcome: 'not_executed',
    suggestions: ['List the tables with db.listTables', 'Names are told apart by upper and lower case'],
    context: {path},
  });
}
