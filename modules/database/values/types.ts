/** What is known of a type: enough to read its text and to write it. */
export interface TypeFacts {
  /** As `Field.type` shows it. */
  readonly name: string;
  /** Type of the elements, for an array. */
  readonly element?: number;
  /** What separates elements; a comma but for `box`. */
  readonly delimiter?: string;
  /** Type that a domain stands on. */
  readonly base?: number;
  /** Labels of an enum, in their order. */
  readonly labels?: readonly string[];
}

const scalars: readonly (readonly [oid: number, name: string, array: number])[] = [
  [16, 'bool', 1000],
  [17, 'bytea', 1001],
  [18, 'char', 1002],
  [19, 'name', 1003],
  [20, 'int8', 1016],
  [21, 'int2', 1005],
  [23, 'int4', 1007],
  [25, 'text', 1009],
  [26, 'oid', 1028],
  [114, 'json', 199],
  [142, 'xml', 143],
  [600, 'point', 1017],
  [601, 'lseg', 1018],
  [602, 'path', 1019],
  [603, 'box', 1020],
  [604, 'polygon', 1027],
  [628, 'line', 629],
  [650, 'cidr', 651],
  [700, 'float4', 1021],
  [701, 'float8', 1022],
  [718, 'circle', 719],
  [774, 'macaddr8', 775],
  [790, 'money', 791],
  [829, 'macaddr', 1040],
  [869, 'inet', 1041],
  [1042, 'bpchar', 1014],
  [1043, 'varchar', 1015],
  [1082, 'date', 1182],
  [1083, 'time', 1183],
  [1114, 'timestamp', 1115],
  [1184, 'timestamptz', 1185],
  [1186, 'interval', 1187],
  [1266, 'timetz', 1270],
  [1560, 'bit', 1561],
  [1562, 'varbit', 1563],
  [1700, 'numeric', 1231],
  [2205, 'regclass', 2210],
  [2206, 'regtype', 2211],
  [2249, 'record', 2287],
  [2278, 'void', 0],
  [2950, 'uuid', 2951],
  [3220, 'pg_lsn', 3221],
  [3614, 'tsvector', 3643],
  [3615, 'tsquery', 3645],
  [3802, 'jsonb', 3807],
  [3904, 'int4range', 3905],
  [3906, 'numrange', 3907],
  [3908, 'tsrange', 3909],
  [3910, 'tstzrange', 3911],
  [3912, 'daterange', 3913],
  [3926, 'int8range', 3927],
  [4072, 'jsonpath', 4073],
];

/** The types that every server has under the same number. */
export const builtinTypes: ReadonlyMap<number, TypeFacts> = new Map(
  scalars.flatMap(([oid, name, array]): [number, TypeFacts][] => [
    [oid, {name}],
    [array, {name: `${name}[]`, element: oid, ...(name === 'box' && {delimiter: ';'})}],
  ]),
);

/** Numbers of the types whose text is read as something else than text. */
export const oids = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;
