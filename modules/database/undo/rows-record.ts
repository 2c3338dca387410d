import type {Table} from '../catalog/table.js';
import type {Transaction} from '../transactions/transaction.js';

/** One row before and after a call, as PostgreSQL writes it; null where there was none. */
export interface RowChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** What a call did to rows, and the columns that the table had. */
export interface RowChanges {
  readonly shape: string;
  readonly changes: readonly RowChange[];
}

/** The way back of a call that changes rows. */
export interface RowsRecord {
  readonly table: Pick<Table, 'schema' | 'name'>;
  /** The transaction that the call was made in. */
  readonly transaction: Transaction | undefined;
  /** Not known as long as the call is under way, or when its answer was lost; forgotten to make room for others. */
  done: RowChanges | 'unknown' | 'forgotten';
}
