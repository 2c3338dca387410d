import {Buffer} from 'node:buffer';
import {refuse, shown} from './refusals.js';

/** Names of tables as a caller gives them: `'users'`, `'app.users'`, `'"my.table"'` or `{schema, name}`. */
export type TableInput = string | {readonly schema?: string | undefined; readonly name: string};

/** A table's name in its parts; without a schema the search path decides. */
export interface TableName {
  readonly schema: string | undefined;
  readonly name: string;
}

/** PostgreSQL cuts longer names without a word (NAMEDATALEN - 1), so that two of them become one. */
const maxNameBytes = 63;

/** An identifier as text of a statement. Only for names that the catalog has, or that `checkNewName` let pass. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A part of a dotted name: in double quotes, with `""` for one in it, or without dots and quotes. */
const part = /"((?:[^"]|"")+)"|([^".]+)/y;

/** A name in double quotes is the name between them, as in SQL; any other is itself. So `'"or"'` is a column, not an operator. */
export function unquoted(name: string): string {
  const match = /^"((?:[^"]|"")+)"$/.exec(name);
  return match?.[1] === undefined ? name : match[1].replaceAll('""', '"');
}

/** Reads a table's name. Answers INVALID_PARAMETER for what is none in SQL. */
export function parseTableName(input: TableInput, path: string): TableName {
  if (typeof input !== 'string') {
    const {schema, name} = input;
    if (schema !== undefined) checkName(schema, `${path}.schema`);
    return {schema, name: checkName(name, `${path}.name`)};
  }
  const parts: string[] = [];
  for (part.lastIndex = 0; ; part.lastIndex++) {
    const match = part.exec(input);
    if (match === null) break;
    parts.push(checkName(match[1]?.replaceAll('""', '"') ?? match[2] ?? '', path));
    if (part.lastIndex === input.length) return dotted(parts, input, path);
    if (input[part.lastIndex] !== '.') break;
  }
  throw refuse(path, `is no name of a table: ${shown(input)}`, hint);
}

const hint = "Give 'table', 'schema.table', or {schema, name} for names with dots or quotes in them";

function dotted(parts: readonly string[], input: string, path: string): TableName {
  const [first = '', second] = parts;
  if (parts.length > 2) throw refuse(path, `has more than a schema and a name: ${shown(input)}`, hint);
  return second === undefined ? {schema: undefined, name: first} : {schema: first, name: second};
}

/** What no identifier of PostgreSQL can be, or would be cut to another one (DB02). */
function checkName(name: string, path: string): string {
  if (name === '') throw refuse(path, 'is empty', 'Give a name');
  if (name === '__proto__') throw refuse(path, 'is __proto__, which is refused everywhere');
  if (name.includes('\0')) throw refuse(path, 'holds a NUL character');
  if (Buffer.byteLength(name) > maxNameBytes) {
    throw refuse(
      path,
      `is longer than ${maxNameBytes} bytes: ${shown(name)}`,
      'PostgreSQL would cut it to another name',
    );
  }
  return name;
}

/** The name of something to be made. Answers INVALID_PARAMETER; quotes, dots, semicolons and control characters are refused. */
export function checkNewName(name: string, path: string): string {
  checkName(name, path);
  if (/^[\p{L}_][\p{L}\p{M}\p{N}_$ -]*$/u.test(name)) return name;
  throw refuse(
    path,
    `can not be a new name: ${shown(name)}`,
    'Begin with a letter or _, and use letters, digits, _, $, - and spaces',
  );
}
