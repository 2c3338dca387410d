import {deepEqual} from 'node:assert/strict';
import pg from 'pg';
import {DatabaseModuleDefinition} from '../../dist/modules/database/index.js';
import {inFlight} from '../lib/in-flight.mjs';
import {startPostgres} from '../lib/postgres.mjs';

/** `select 1` on a real server, by pg's own pool or by the tool. */
export async function prepare({way, width}) {
  const server = await startPostgres();
  const pool = new pg.Pool({connectionString: server.url(), max: 10});
  const db = await DatabaseModuleDefinition.create({url: server.url(), maxConnections: 10});
  const query = db.getTool('query');
  const ways = {
    pg: async () => (await pool.query('select 1 as one')).rows,
    haft: async () => (await query.execute({sql: 'select 1 as one'})).data?.rows,
  };
  const call = ways[way];
  return {
    run: (times) => inFlight(times, width, call),
    check: async () => deepEqual(await call(), [{one: 1}]),
    async close() {
      await db.cleanup();
      await pool.end();
      await server.end();
    },
  };
}
