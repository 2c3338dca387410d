/** What a value of Postgres is in JSON: see docs/decisions/0043. */
export type Value = string | number | boolean | null | readonly Value[] | {readonly [key: string]: Value};

/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/** A column of an answer. */
export interface Field {
  /** As the server names it; of two alike, the second is `name_2`. */
  readonly name: string;
  /** `int8`, `text[]`, the name of an enum. */
  readonly type: string;
}

/** What one statement answered. */
export interface Answer {
  /** `SELECT`, `INSERT`, `CREATE TABLE`; empty for an empty statement. */
  readonly command: string;
  /** Rows that were answered or changed. */
  readonly rowCount: number;
  readonly rows: Row[];
  readonly fields: Field[];
}
