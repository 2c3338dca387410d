import {beforeEach, describe, expect, test} from '@jest/globals';
import {errorOf} from '../../../support/one-module.js';
import {onEachDatabase, undoOf} from './each-database.js';

onEachDatabase('undo to the letter', (fixture) => {
  const query = (sql: string): Promise<unknown> => fixture.db.query(sql);
  const run = (tool: string, input: Record<string, unknown>) =>
    fixture.db.getTool(tool).execute({table: 'items', ...input});
  /** Everything in the table, as the server itself writes it. */
  const state = async (): Promise<unknown> => {
    const {rows} = await fixture.db.query('select string_agg(items::text, chr(10) order by id) as s from items');
    return rows[0]?.['s'];
  };
  const undo = (result: Awaited<ReturnType<typeof run>>) => fixture.runtime.undo(undoOf(result));

  describe('with triggers', () => {
    beforeEach(async () => {
      await query('create table items (id int primary key, v int, updated timestamptz)');
      await query("insert into items values (1, 1, '2000-01-01'), (2, 1, '2000-01-01')");
    });

    /** Has a trigger do this before what is done to each row. */
    const before = async (event: string, body: string): Promise<void> => {
      await query(`create function act() returns trigger language plpgsql as $$ begin ${body} end $$`);
      await query(`create trigger act before ${event} on items for each row execute function act()`);
    };
    const refuses = async (result: Awaited<ReturnType<typeof run>>, message: string): Promise<void> => {
      const left = await state();
      const error = errorOf(await undo(result));
      expect(error).toMatchObject({code: 'UNDO_REFUSED', outcome: 'not_executed'});
      expect(error.message).toContain(message);
      expect(error.message).toContain('a trigger');
      expect(await state()).toBe(left);
    };

    test('an update is refused when a trigger gives a row another value than it had', async () => {
      await before('update', 'new.updated := clock_timestamp(); return new;');
      const result = await run('update', {data: {v: 2}, where: {id: 1}});
      await refuses(result, '1 of 1 rows of "public"."items" do not come back as they were');
    });

    test('an update is refused when a trigger leaves one of the rows out', async () => {
      const result = await run('update', {data: {v: 2}, all: true});
      await before('update', 'if new.id = 2 then return null; end if; return new;');
      await refuses(result, '1 of 2 rows of "public"."items" do not come back');
    });

    test('a delete is refused when a trigger does not let a row come back', async () => {
      await before('insert', 'return null;');
      await refuses(await run('delete', {where: {id: 1}}), '1 of 1 rows of "public"."items" do not come back');
    });

    test('a delete is refused when a trigger changes a row that comes back', async () => {
      await before('insert', 'new.v := 7; return new;');
      await refuses(await run('delete', {all: true}), '2 of 2 rows of "public"."items" do not come back');
    });

    test('an insert is refused when a trigger keeps a row', async () => {
      const result = await run('insert', {data: [{id: 3}, {id: 4}]});
      await before('delete', 'if old.id = 4 then return null; end if; return old;');
      await refuses(result, '1 of 2 rows of "public"."items" that the call made stay');
    });

    test('a refusal in an open transaction leaves what was done in it', async () => {
      await before('insert', 'return null;');
      const transaction = await fixture.db.beginTransaction({independent: true});
      await run('update', {data: {v: 5}, where: {id: 2}, transaction});
      const result = await run('delete', {where: {id: 1}, transaction});
      expect(errorOf(await undo(result)).code).toBe('UNDO_REFUSED');
      await fixture.db.commit({transaction});
      expect((await fixture.db.select({table: 'items', columns: ['id', 'v']})).rows).toEqual([{id: 2, v: 5}]);
    });

    test('its twin: a trigger that changes nothing of the rows is in nobody’s way', async () => {
      await before('insert or update or delete', 'if tg_op = $t$DELETE$t$ then return old; end if; return new;');
      const was = await state();
      const results = [
        await run('insert', {data: {id: 3}}),
        await run('update', {data: {v: 2}, all: true}),
        await run('delete', {where: {id: 1}}),
      ];
      for (const result of results.reverse()) expect(await undo(result)).toMatchObject({success: true});
      expect(await state()).toBe(was);
    });
  });

  describe('with a transaction that writes values in formats of its own', () => {
    beforeEach(async () => {
      await query('create table items (id int primary key, d date, f float8, at timestamptz, i interval, b bytea)');
      await query(`insert into items values
        (1, '2026-06-05', 0.1234567890123456, '2026-06-05T10:00:00Z', '-1 year 2 days', '\\x005c27')`);
    });

    const settings = [
      "set datestyle = 'SQL, DMY'",
      "set local datestyle = 'German'",
      'set extra_float_digits = -10',
      "set intervalstyle = 'sql_standard'",
      "set bytea_output = 'escape'",
      "set time zone 'Asia/Kolkata'",
      "select set_config('DateStyle', 'SQL, DMY', true)",
    ];

    test.each(settings)('a call after %s has no undo and says why; the row is as it should be', async (setting) => {
      const {db} = fixture;
      for (const [tool, input] of [
        ['update', {data: {d: '2026-01-02'}, where: {id: 1}}],
        ['insert', {data: {id: 2, d: '2026-01-02'}}],
        ['delete', {where: {id: 1}}],
      ] as const) {
        const transaction = await db.beginTransaction({independent: true});
        await db.query({sql: setting, transaction});
        const result = await run(tool, {...input, transaction});
        expect(undoOf(result)).toBeUndefined();
        expect(result.metadata.warnings?.join()).toMatch(
          /can not be taken back: its transaction has set one of DateStyle/,
        );
        await db.rollback({transaction});
      }
    });

    test.each(settings)(
      'the undo of a call before %s is refused in there, and works after the commit',
      async (setting) => {
        const {db} = fixture;
        const was = await state();
        const transaction = await db.beginTransaction({independent: true});
        const result = await run('delete', {where: {id: 1}, transaction});
        await db.query({sql: setting, transaction});
        const error = errorOf(await undo(result));
        expect(error).toMatchObject({code: 'UNDO_REFUSED', outcome: 'not_executed'});
        expect(error.message).toContain('has set one of DateStyle');
        await db.commit({transaction});
        expect(await undo(result)).toMatchObject({success: true});
        expect(await state()).toBe(was);
      },
    );

    test('a trigger that sets a format while the rows are changed is noticed too', async () => {
      await query(`create function act() returns trigger language plpgsql as $$
        begin perform set_config('DateStyle', 'SQL, DMY', true); return old; end $$`);
      await query('create trigger act before delete on items for each row execute function act()');
      const result = await run('delete', {where: {id: 1}});
      expect(undoOf(result)).toBeUndefined();
      expect(result.metadata.warnings?.join()).toContain('has set one of DateStyle');
    });

    test('its twin: a format that is set and put back leaves the undo', async () => {
      const {db} = fixture;
      const was = await state();
      const transaction = await db.beginTransaction({independent: true});
      await db.query({sql: "set local datestyle = 'SQL, DMY'", transaction});
      await db.query({sql: "set local datestyle = 'ISO, MDY'", transaction});
      const result = await run('delete', {where: {id: 1}, transaction});
      await db.commit({transaction});
      expect(await undo(result)).toMatchObject({success: true});
      expect(await state()).toBe(was);
    });
  });
});
