import {ToolError} from '../../../../src/sdk.js';
import {DatabaseModuleDefinition} from '../../index.js';
import {queriesToTools, readQueries} from './read-queries.js';
import {tablesToTools} from './tables-to-tools.js';
import type {ImportedTable} from './tables-to-tools.js';

/** Where a config comes from: a live database, or the text of a file of named queries (`-- name: listUsers :many`). */
export type SqlSource =
  {readonly embedded: string} | {readonly url: string} | {readonly env: true} | {readonly queries: string};

export interface SqlImportOptions {
  readonly name?: string;
  readonly description?: string;
  /** Schemas whose tables are taken; default all but those of the server. */
  readonly schemas?: readonly string[];
  /** Tables that are taken, `*` for any characters; default all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Tools that write as well; default false. */
  readonly write?: boolean;
  /** Variable of the environment that the config takes the URL from; default DATABASE_URL. */
  readonly variable?: string;
  readonly signal?: AbortSignal;
  /** Told before each table. */
  readonly onProgress?: (progress: {readonly done: number; readonly total: number; readonly table: string}) => void;
}

/** A wrap config of kind `sql`, to be edited. */
export type SqlImport = Readonly<Record<string, unknown>> & {readonly tools: Readonly<Record<string, object>>};

/** Tables that are read at most: a config with more is none that anybody edits. */
const maxTables = 1000;

/**
 * Writes a config for a database: for each table a list and a row by its key, with `write` insert, update and delete too;
 * or for a file of named queries. No secret is written: the URL becomes a variable of the environment. Throws what the
 * database module throws, INVALID_PARAMETER where there is nothing to write a config of.
 */
export async function importSql(source: SqlSource, options: SqlImportOptions = {}): Promise<SqlImport> {
  const {name, variable = 'DATABASE_URL', write = false} = options;
  const database = 'embedded' in source || 'env' in source ? source : {url: {$env: variable}};
  const head = {
    $schema: './node_modules/haft/config.schema.json',
    type: 'sql',
    ...(name !== undefined && {name}),
  };
  if ('queries' in source) {
    const queries = readQueries(source.queries);
    const writes = queries.some((query) => query.writes || query.mode === 'execute');
    const description = options.description ?? 'Queries of a database';
    return {...head, description, database, ...(writes && {readOnly: false}), tools: queriesToTools(queries)};
  }
  const tables = await readTables(source, options);
  const plain = new Set(['public', ...(options.schemas ?? []).slice(0, 1)]);
  const description = options.description ?? `Tables of a database: ${shortList(tables.map((table) => table.name))}`;
  const tools = tablesToTools(tables, {write, plain}) as Record<string, object>;
  const {schemas} = options;
  return {...head, description, database, ...(schemas && {schemas}), ...(write && {readOnly: false}), tools};
}

const shortList = (names: readonly string[]): string =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} …` : names.join(', ');

interface Listed {
  readonly schema: string;
  readonly name: string;
}

async function readTables(
  source: Exclude<SqlSource, {readonly queries: string}>,
  {schemas, include = ['*'], exclude = [], signal, onProgress}: SqlImportOptions,
): Promise<readonly ImportedTable[]> {
  const db = await DatabaseModuleDefinition.create({...source, readOnly: true});
  const options = signal ? {signal} : {};
  try {
    const {tables} = (await db.getTool('listTables').call({limit: maxTables + 1}, options)) as {tables: Listed[]};
    const wanted = tables.filter(
      ({schema, name}) => (schemas?.includes(schema) ?? true) && isNamed(name, include) && !isNamed(name, exclude),
    );
    if (wanted.length === 0 || wanted.length > maxTables) throw noTables(wanted.length, tables);
    const read: ImportedTable[] = [];
    for (const {schema, name} of wanted) {
      onProgress?.({done: read.length, total: wanted.length, table: name});
      read.push(await db.getTool('describeTable').call({table: {schema, name}}, options));
    }
    return read;
  } finally {
    await db.cleanup();
  }
}

const isNamed = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const literal = pattern.split('*').map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${literal.join('[^]*')}$`).test(name);
  });

function noTables(count: number, all: readonly Listed[]): ToolError {
  const message =
    count > 0
      ? `There are more than ${String(maxTables)} tables`
      : all.length === 0
        ? 'The database has no tables'
        : `No table is meant: there are ${shortList(all.map(({schema, name}) => `${schema}.${name}`))}`;
  return new ToolError('INVALID_PARAMETER', message, {
    outcome: 'not_executed',
    suggestions: [count > 0 ? 'Name some with include' : 'Check the database, and schemas, include and exclude'],
  });
}
