import {describe, expect, test} from '@jest/globals';
import {columnType} from '../../../../modules/database/sql/column-type.js';

const mood = () => Promise.resolve({text: '"public"."mood"', shape: 'scalar' as const});
const none = () => Promise.resolve(undefined);

describe('columnType', () => {
  test.each([
    ['bigint', 'bigint', 'scalar', false],
    ['BIGINT', 'bigint', 'scalar', false],
    ['varchar(20)', 'varchar(20)', 'scalar', false],
    ['character varying (20)', 'varchar(20)', 'scalar', false],
    ['numeric(10,2)', 'numeric(10, 2)', 'scalar', false],
    ['numeric', 'numeric', 'scalar', false],
    ['text[]', 'text[]', 'scalar', true],
    ['int[][]', 'int[][]', 'scalar', true],
    ['timestamp with time zone', 'timestamptz', 'scalar', false],
    ['timestamptz(3)', 'timestamptz(3)', 'scalar', false],
    ['jsonb', 'jsonb', 'json', false],
    ['boolean[]', 'boolean[]', 'boolean', true],
    ['double precision', 'float8', 'scalar', false],
    ['serial', 'serial', 'scalar', false],
  ])('%s', async (input, text, shape, array) => {
    expect(await columnType(input, 'type', none)).toMatchObject({text, shape, array});
  });

  test('an enum of the database is taken by its exact name', async () => {
    expect(await columnType('mood', 'type', mood)).toMatchObject({text: '"public"."mood"', array: false});
    expect(await columnType('public.mood[]', 'type', mood)).toMatchObject({text: '"public"."mood"[]', array: true});
  });

  test.each([
    'text; drop table t',
    'text default 1',
    'bigint primary key',
    'varchar(20',
    'varchar(1,2)',
    'text(3)',
    'numeric(1,2,3)',
    'varchar(a)',
    'int[3]',
    'bigserial[]',
    '',
    '[]',
    'text--',
    'nope',
    'pg_catalog.int4; select',
  ])('%j is no type', async (input) => {
    await expect(columnType(input, 'columns.a.type', none)).rejects.toMatchObject({code: 'INVALID_PARAMETER'});
  });
});
