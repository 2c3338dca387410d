/** What a value of a column is written as. */
export type ValueShape = 'scalar' | 'boolean' | 'json';

/** A column, as far as statements about its table need to know it. */
export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it: `integer`, `character varying(20)`, `text[]`, `app.mood`. */
  readonly type: string;
  /** Of the value, or of each element where `array` is true; a domain is what it is a domain of. */
  readonly shape: ValueShape;
  readonly array: boolean;
  /** PostgreSQL's category of the base type: S text, N number, A array, R range, … */
  readonly category: string;
  /** Its value is computed, or always comes from its sequence: nobody else gives it one. */
  readonly computed: 'generated' | 'identity' | undefined;
}

export type TableKind = 'table' | 'partitioned table' | 'view' | 'materialized view' | 'foreign table';

/** A table of the catalog, by its exact name. */
export interface Table {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: ReadonlyMap<string, Column>;
  /** Names of the columns of the primary key, in its order; empty without one. */
  readonly primaryKey: readonly string[];
  /** Columns of each unique index that a conflict can be told by. */
  readonly uniqueKeys: readonly (readonly string[])[];
}
