import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import type {Database} from '../database.js';
import type {TableInput} from '../sql/names.js';
import type {DatabaseModule} from '../tools/shared.js';
import type {Transaction} from '../transactions/transaction.js';
import {KeptRows} from '../undo/kept-rows.js';
import {Catalog} from './catalog.js';
import type {Ask} from './read-table.js';
import type {Table} from './table.js';

/** What the tools of tables keep of one database: what its catalog said, and the rows that undos need. */
export interface Tables {
  readonly catalog: Catalog;
  readonly kept: KeptRows;
}

const tables = new WeakMap<Database, Tables>();

export function tablesOf({wrappedInstance, config}: DatabaseModule): Tables {
  let own = tables.get(wrappedInstance);
  if (own === undefined) {
    own = {catalog: new Catalog(config.schemas ?? []), kept: new KeptRows(config.maxUndoBytes)};
    tables.set(wrappedInstance, own);
  }
  return own;
}

/** Asks the catalog where a call works: in its transaction, which may have made tables that nobody else sees. */
export function askIn(module: DatabaseModule, transaction: Transaction | undefined, call: Call): Ask {
  return (text, values) => module.wrappedInstance.statement({text, values, transaction}, call);
}

interface Wanted {
  readonly table: TableInput;
  readonly transaction: Transaction | undefined;
}

/**
 * Does something with a table of the catalog. What is remembered of it may be old: when the work fails for what looks like
 * that, the table is read again, and the work done again if the table is another one by now. Answers UNKNOWN_TABLE.
 */
export async function withTable<T>(
  module: DatabaseModule,
  call: Call,
  {table: input, transaction}: Wanted,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  const {catalog} = tablesOf(module);
  const name = catalog.parse(input, 'table');
  const ask = askIn(module, transaction, call);
  // What a transaction has not committed is nobody else's business.
  const read = (): Promise<Table> => catalog.read(ask, name, 'table', transaction === undefined);
  const known = transaction === undefined ? catalog.known(name) : undefined;
  if (known === undefined) return work(await read());
  try {
    return await work(known);
  } catch (error) {
    if (!mayBeOld(error)) throw error;
    catalog.forget();
    const fresh = await read();
    if (JSON.stringify(factsOf(fresh)) === JSON.stringify(factsOf(known))) throw error;
    return work(fresh);
  }
}

/** Nothing was done, because a name or a type is not what it was thought to be. */
function mayBeOld(error: unknown): boolean {
  if (!ToolError.isToolError(error)) return false;
  if (error.outcome === 'unknown' || error.outcome === 'partial') return false;
  const {code} = (error.cause ?? {}) as {code?: unknown};
  return error.code === 'INVALID_PARAMETER' || (typeof code === 'string' && code.startsWith('42'));
}

const factsOf = (table: Table) => ({...table, columns: [...table.columns]});
