import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import type {Answer, Row} from '../answer.js';
import type {Table} from '../catalog/table.js';
import {tablesOf} from '../catalog/tables.js';
import type {ChangeText} from '../sql/changes.js';
import {formatNames} from '../sql/value-formats.js';
import {watchedChange} from '../sql/watched-change.js';
import type {Changed, RowImage, Watch} from '../sql/watched-change.js';
import type {DatabaseModule} from '../tools/shared.js';
import type {Transaction} from '../transactions/transaction.js';
import type {RowChange, RowsRecord} from './rows-record.js';

/** A change of rows, in as many statements as it takes: all of them happen or none. */
export interface RowsChange {
  readonly kind: 'insert' | 'update' | 'delete' | 'upsert';
  readonly table: Table;
  readonly transaction: Transaction | undefined;
  /** Columns to answer of each row. */
  readonly returning: readonly string[];
  readonly parts: readonly ChangePart[];
  /** What a row is known by before and after. */
  readonly key: readonly string[];
  /** How many rows it is about, where that is known beforehand. */
  readonly size?: number;
  /** It may reach rows of other tables by their foreign keys: those that are deleted, or that get another key. */
  readonly spread?: Watch['spread'];
}

interface ChangePart {
  readonly change: ChangeText;
  /** Locks the rows that are there before, at most so many. */
  readonly lock?: ((limit: number) => ChangeText) | undefined;
}

/** What a call answers of the rows it changed. */
export interface RowsChanged {
  readonly rows: Row[];
  readonly rowCount: number;
  /** Rows that were made; of an upsert. */
  readonly made: number;
}

type Run = (text: string, values: readonly (string | null)[]) => Promise<Answer>;

/** Changes rows and keeps the way back: each row as it was and as it is now. Warns where a call can not be taken back. */
export async function changeRows(module: DatabaseModule, call: Call, work: RowsChange): Promise<RowsChanged> {
  const {table, transaction, parts} = work;
  const {maxUndoRows} = module.config;
  const lasting = lastingReason(work);
  const keeps = lasting === undefined && maxUndoRows > 0;
  const record: RowsRecord = {table: {schema: table.schema, name: table.name}, transaction, done: 'unknown'};
  const entry = keeps ? call.undo(record) : undefined;
  try {
    const alone = parts.length === 1 && (!keeps || parts[0]?.lock === undefined);
    const database = module.wrappedInstance;
    const run: Run = (text, values) => database.statement({text, values, transaction}, call);
    const doAll = (each: Run): Promise<Done> => changeAll(module, work, keeps, each);
    const done = alone ? await doAll(run) : await database.atomically(transaction, call, doAll);
    if (done.rowCount === 0 || done.changes === undefined) entry?.discard();
    else tablesOf(module).kept.keep(record, {shape: done.shape, changes: done.changes});
    if (done.rowCount > 0 && done.changes === undefined && maxUndoRows > 0) {
      call.warn(`This call can not be taken back: ${lasting ?? done.why}`);
    }
    if (work.returning.length > 0 && done.rows.length < done.rowCount) {
      call.warn(`${done.rowCount} rows were changed; the first ${done.rows.length} are answered`);
    }
    return done;
  } catch (error) {
    if (!ToolError.isToolError(error) || error.outcome !== 'unknown') entry?.discard();
    throw error;
  }
}

/** Why a change can not be taken back, whatever it does. */
function lastingReason({kind, table}: RowsChange): string | undefined {
  if (table.primaryKey.length === 0) return `${table.name} has no primary key`;
  if (kind !== 'upsert' || table.kind !== 'partitioned table') return undefined;
  return `of ${table.name}, which is partitioned, nobody knows for sure which rows were there`;
}

/** What may be kept of one call: it comes in one answer, beside the rows that the caller gets. */
function undoBounds({config}: DatabaseModule): {readonly rows: number; readonly bytes: number} {
  const {maxRows, maxResultBytes, maxUndoRows, maxUndoBytes} = config;
  return {rows: Math.min(maxUndoRows, maxRows), bytes: Math.min(maxUndoBytes, Math.floor(maxResultBytes * 0.4))};
}

interface Done extends RowsChanged {
  readonly changes: readonly RowChange[] | undefined;
  readonly why: string;
  readonly shape: string;
}

async function changeAll(module: DatabaseModule, work: RowsChange, keeps: boolean, run: Run): Promise<Done> {
  const {maxRows} = module.config;
  const {rows: maxUndoRows, bytes: maxUndoBytes} = undoBounds(module);
  const {table, returning, key, kind} = work;
  const rows: Row[] = [];
  let changes: RowChange[] | undefined = keeps && (work.size ?? 0) <= maxUndoRows ? [] : undefined;
  let [rowCount, made, shape] = [0, 0, ''];
  let why = `more than ${maxUndoRows} rows, or ${maxUndoBytes} bytes, would have to be kept`;
  for (const {change, lock} of work.parts) {
    const watch: Watch = {
      returning,
      maxRows: Math.max(0, maxRows - rows.length),
      keep: changes && {rows: Math.max(0, maxUndoRows - changes.length), bytes: maxUndoBytes, key},
      tellMade: kind === 'upsert' ? key : undefined,
      spread: work.spread,
    };
    const watched = async (it: ChangeText, how: Watch): Promise<Changed> => {
      const {text, values, read} = watchedChange(it, table, how);
      try {
        return read(await run(text, values));
      } catch (error) {
        throw it.parameters.explain(error);
      }
    };
    const before =
      watch.keep && lock
        ? (await watched(lock(maxUndoRows + 1), {...watch, returning: [], tellMade: undefined})).images
        : [];
    const done = await watched(change, before === undefined ? {...watch, keep: undefined} : watch);
    rows.push(...done.rows);
    rowCount += done.rowCount;
    made += done.made;
    if (done.shape !== '') ({shape} = done);
    if (!done.plain) [why, changes] = [`its transaction has set one of ${formatNames}`, undefined];
    if (done.spread) [why, changes] = [`rows of other tables may have changed with those of ${table.name}`, undefined];
    if (changes === undefined || before === undefined || done.images === undefined) changes = undefined;
    else {
      const pairs = pair(kind, before, done.images);
      if (pairs === undefined) why = 'keys of rows were changed, or rows came from somewhere else at the same time';
      changes = pairs && [...changes, ...pairs];
    }
  }
  return {rows, rowCount, made, changes, shape, why};
}

/** Rows before and after, each with its own; undefined when it is not known which belong together. */
function pair(
  kind: RowsChange['kind'],
  before: readonly RowImage[],
  after: readonly RowImage[],
): RowChange[] | undefined {
  if (kind === 'insert') return after.map(({image}) => ({before: null, after: image}));
  if (kind === 'delete') return after.map(({image}) => ({before: image, after: null}));
  const [only, changed] = [before[0], after[0]];
  if (kind === 'update' && only && changed && before.length === 1 && after.length === 1) {
    return [{before: only.image, after: changed.image}];
  }
  const known = new Map(before.map(({key, image}) => [key, image]));
  const pairs: RowChange[] = [];
  for (const {key, image, made} of after) {
    const old = made ? null : known.get(key);
    if (old === undefined) return undefined;
    pairs.push({before: old, after: image});
  }
  return pairs;
}
