import type {Column, Table} from '../../../../modules/database/catalog/table.js';

const column = (name: string, type: string, facts: Partial<Column> = {}): [string, Column] => [
  name,
  {name, type, shape: 'scalar', array: false, category: 'U', computed: undefined, ...facts},
];

/** A table as the catalog would answer it. */
export const people: Table = {
  oid: '1',
  schema: 'public',
  name: 'people',
  kind: 'table',
  columns: new Map([
    column('id', 'integer', {category: 'N'}),
    column('name', 'text', {category: 'S'}),
    column('age', 'integer', {category: 'N'}),
    column('active', 'boolean', {shape: 'boolean', category: 'B'}),
    column('tags', 'text[]', {array: true, category: 'A'}),
    column('data', 'jsonb', {shape: 'json'}),
    column('note', 'json', {shape: 'json'}),
    column('during', 'tstzrange', {category: 'R'}),
    column('notes', 'jsonb[]', {shape: 'json', array: true, category: 'A'}),
    column('or', 'integer', {category: 'N'}),
    column('we"ird', 'text', {category: 'S'}),
    column('total', 'integer', {category: 'N', computed: 'generated'}),
  ]),
  primaryKey: ['id'],
  uniqueKeys: [['id'], ['name', 'age']],
};
