import {equal} from 'node:assert/strict';
import pg from 'pg';
import Cursor from 'pg-cursor';
import {DatabaseModuleDefinition} from '../../dist/modules/database/index.js';
import {startPostgres} from '../lib/postgres.mjs';

const rows = 100_000;
const page = 1000;
const sql = `select n as id, 'row number ' || n as name, n * 1.5 as value from generate_series(1, ${rows}) as n`;

async function byCursor(client) {
  const cursor = client.query(new Cursor(sql));
  let count = 0;
  for (;;) {
    const found = await cursor.read(page);
    count += found.length;
    if (found.length < page) break;
  }
  await cursor.close();
  return count;
}

async function byTools(db) {
  const cursor = await db.openCursor({sql});
  let count = 0;
  for (;;) {
    const found = await db.fetch({cursor, count: page});
    count += found.rows.length;
    if (found.done) break;
  }
  await db.closeCursor({cursor});
  return count;
}

/** 100,000 rows in pages of 1,000, by pg-cursor or by the tools. */
export async function prepare(variant) {
  const server = await startPostgres();
  const client = new pg.Client({connectionString: server.url()});
  await client.connect();
  const db = await DatabaseModuleDefinition.create({url: server.url()});
  const way = variant === 'haft' ? () => byTools(db) : () => byCursor(client);
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await way();
    },
    check: async () => equal(await way(), rows),
    async close() {
      await db.cleanup();
      await client.end();
      await server.end();
    },
  };
}
