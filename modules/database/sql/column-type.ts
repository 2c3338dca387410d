import type {Column, ValueShape} from '../catalog/table.js';
import {parseTableName, quoted} from './names.js';
import type {TableName} from './names.js';
import {refuse, shown} from './refusals.js';

/** A type as a column definition names it, and what values of it are written as. */
export interface ColumnType extends Pick<Column, 'shape' | 'array' | 'category'> {
  readonly text: string;
}

/** What is known of a name: how PostgreSQL calls it, how many numbers it takes, its category. */
type Known = readonly [text: string, numbers: 0 | 1 | 2, category: string];

const plain = (names: string, category: string, numbers: 0 | 1 | 2 = 0): [string, Known][] =>
  names.split(' ').map((name) => [name, [name, numbers, category]]);

/** Every type of PostgreSQL that a column can have, under the names people use. */
const known: ReadonlyMap<string, Known> = new Map<string, Known>([
  ...plain('smallint integer bigint int2 int4 int8 int real float4 float8 money oid', 'N'),
  ...plain('smallserial serial bigserial', 'N'),
  ...plain('numeric decimal', 'N', 2),
  ...plain('text name', 'S'),
  ...plain('varchar char bpchar', 'S', 1),
  ...plain('boolean bool', 'B'),
  ...plain('date', 'D'),
  ...plain('time timetz timestamp timestamptz', 'D', 1),
  ...plain('interval', 'T', 1),
  ...plain('bit varbit', 'V', 1),
  ...plain('bytea uuid json jsonb xml tsvector tsquery pg_lsn macaddr macaddr8 jsonpath', 'U'),
  ...plain('inet cidr', 'I'),
  ...plain('point line lseg box path polygon circle', 'G'),
  ...plain('int4range int8range numrange tsrange tstzrange daterange', 'R'),
  ...plain('int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange', 'R'),
  ['float', ['float8', 0, 'N']],
  ['double', ['float8', 0, 'N']],
  ['double precision', ['float8', 0, 'N']],
  ['string', ['text', 0, 'S']],
  ['character', ['char', 1, 'S']],
  ['character varying', ['varchar', 1, 'S']],
  ['bit varying', ['varbit', 1, 'V']],
  ['time with time zone', ['timetz', 1, 'D']],
  ['time without time zone', ['time', 1, 'D']],
  ['timestamp with time zone', ['timestamptz', 1, 'D']],
  ['timestamp without time zone', ['timestamp', 1, 'D']],
]);

const grammar = /^([^()[\]]+?)\s*(?:\(\s*(\d{1,8})\s*(?:,\s*(\d{1,4})\s*)?\))?\s*((?:\[\])*)$/;

/** Finds a type that the database has beside the built-in ones: an enum, a domain, one of an extension. */
export type FindType = (name: TableName) => Promise<{readonly text: string; readonly shape: ValueShape} | undefined>;

/**
 * Reads a type: `bigint`, `varchar(20)`, `numeric(10,2)`, `text[]`, or one that the database has by its exact name. Answers
 * INVALID_PARAMETER for everything else.
 */
export async function columnType(input: string, path: string, find: FindType): Promise<ColumnType> {
  // Blanks are told apart by nobody, and a name has 63 bytes.
  const short = input.trim().replaceAll(/\s+/g, ' ');
  const [, written = '', first, second, brackets = ''] = (short.length > 200 ? undefined : grammar.exec(short)) ?? [];
  const array = brackets !== '';
  const builtin = known.get(written.toLowerCase().replaceAll(/\s+/g, ' '));
  if (builtin !== undefined) {
    const [name, numbers, category] = builtin;
    const given = [first, second].filter((it) => it !== undefined);
    if (given.length > numbers) {
      throw refuse(path, `gives ${name} ${given.length} numbers, which takes ${numbers}: ${shown(input)}`);
    }
    if (array && name.endsWith('serial')) throw refuse(path, `can not be a list: ${shown(input)}`);
    const text = given.length === 0 ? name : `${name}(${given.join(', ')})`;
    const shape = name === 'json' || name === 'jsonb' ? 'json' : category === 'B' ? 'boolean' : 'scalar';
    return {text: `${text}${brackets}`, shape, array, category: array ? 'A' : category};
  }
  const own = written === '' || first !== undefined ? undefined : await find(parseTableName(written, path));
  if (own !== undefined) return {text: `${own.text}${brackets}`, shape: own.shape, array, category: array ? 'A' : 'U'};
  throw refuse(
    path,
    `is no type: ${shown(input)}`,
    'Use a type of PostgreSQL (bigint, text, varchar(20), numeric(10,2), boolean, timestamptz, jsonb, uuid, text[] …), or an enum or domain of the database',
  );
}

/** The full name of a type that the catalog has. */
export const typeText = (schema: string, name: string): string => `${quoted(schema)}.${quoted(name)}`;
