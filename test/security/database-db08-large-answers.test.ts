import {expect, test} from '@jest/globals';
import {onEachDatabase} from '../modules/database/tables/each-database.js';

const mebibyte = 2 ** 20;

onEachDatabase('DB08 answers that are too large', (fixture) => {
  /** MiB by which the process grew while `work` ran. */
  async function growthWhile(work: () => Promise<unknown>): Promise<number> {
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
    return (Math.max(most, process.memoryUsage.rss()) - before) / mebibyte;
  }

  const refused = async (sql: string): Promise<void> => {
    const result = await fixture.db.getTool('query').execute({sql});
    expect(result).toMatchObject({success: false, error: {code: 'LIMIT_EXCEEDED'}});
    expect((await fixture.db.query('select 1 as one')).rows).toEqual([{one: 1}]);
  };

  test('DB08 ten million rows', async () => {
    await fixture.db.query('select 1');
    const growth = await growthWhile(() => refused('select n from generate_series(1, 10000000) n'));
    // What the server keeps for it, an embedded one keeps in this process.
    if (!fixture.db.wrappedInstance.capabilities.embedded) expect(growth).toBeLessThan(64);
  });

  test('DB08 one value of hundreds of megabytes', async () => {
    const {embedded} = fixture.db.wrappedInstance.capabilities;
    // The memory of an embedded database is that of this process: there the value itself has to be smaller.
    const size = embedded ? 48 : 500;
    const growth = await growthWhile(() => refused(`select repeat('x', ${String(size * mebibyte)}) as v`));
    if (!embedded) expect(growth).toBeLessThan(64);
  });

  test('DB08 more columns than a table can have', async () => {
    const columns = Array.from({length: 100_000}, (_, n) => String(n)).join(', ');
    await refused(`select ${columns}`);
  });

  test('DB08 many rows that are large together', async () => {
    const growth = await growthWhile(() => refused("select repeat('x', 100000) as v from generate_series(1, 5000)"));
    if (!fixture.db.wrappedInstance.capabilities.embedded) expect(growth).toBeLessThan(64);
  });

  test('DB08 its twin: many rows by cursor, in bounded memory', async () => {
    const {db} = fixture;
    const cursor = await db.openCursor({sql: 'select n from generate_series(1, 200000) n', pageSize: 5000});
    let rows = 0;
    for (let done = false; !done;) {
      const page = await db.fetch({cursor});
      rows += page.rowCount;
      ({done} = page);
    }
    await db.closeCursor({cursor});
    expect(rows).toBe(200_000);
  });
});
