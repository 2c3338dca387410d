import {readFile} from 'node:fs/promises';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import pg from 'pg';
import {sqlKind} from '../../modules/database/kinds/sql.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {ModuleFactory} from '../../src/factory/index.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';
import {shipped} from './config.js';
import {runExamples} from './run-examples.js';

/** A shop of two customers, as the reports expect it. */
const shop = [
  `create type order_status as enum ('open', 'paid', 'cancelled')`,
  'create table customers (id int primary key, name text not null)',
  'create table products (id int primary key, name text not null)',
  `create table orders (id int primary key, customer_id int not null references customers, status order_status not null,
    ordered_on date not null)`,
  `create table order_lines (order_id int references orders, product_id int references products, quantity int not null,
    price numeric(10, 2) not null, primary key (order_id, product_id))`,
  `insert into customers values (1, 'Ada'), (2, 'Bob')`,
  `insert into products values (1, 'Lamp'), (2, 'Cable')`,
  `insert into orders values (1, 1, 'paid', '2026-01-15'), (2, 2, 'cancelled', '2026-02-10'), (3, 1, 'open', '2026-03-02')`,
  `insert into order_lines values (1, 1, 5, 45), (2, 2, 10, 12), (3, 2, 3, 12)`,
];

/** What both databases must answer the same. */
async function useReports(reports: ModuleInstance): Promise<void> {
  expect(await runExamples(reports)).toBe(7);
  const call = (tool: string, input: Record<string, unknown>): Promise<unknown> => reports.getTool(tool).call(input);
  expect(await call('topProducts', {since: '2026-02-01'})).toEqual([{id: 2, name: 'Cable', sold: 3, revenue: '36.00'}]);
  expect(await call('orders', {customers: [1, 2], limit: 2})).toMatchObject([{id: 3}, {id: 2}]);
  expect(await reports.getTool('orders').execute({status: `open' or true --`})).toMatchObject({success: false});
  expect(reports.getTool('revenue').getMetadata()).toMatchObject({
    securityTier: 0,
    planning: {sideEffects: false, idempotent: true},
  });
}

test('configs/sales-reports.json reports from an embedded database, which other tools of the module can fill', async () => {
  const config = JSON.parse(await readFile('configs/sales-reports.json', 'utf8')) as {tools: object};
  const fill = Object.fromEntries(shop.map((sql, step) => [`fill${String(step)}`, {sql, mode: 'execute'}]));
  const open = {...config, database: {embedded: 'memory'}, readOnly: false, tools: {...config.tools, ...fill}};
  const reports = await new ModuleFactory({kinds: {sql: sqlKind}}).createFromConfig('shop', open);
  for (const tool of Object.keys(fill)) await reports.getTool(tool).call({});
  await useReports(reports);
  await reports.cleanup();
});

const hasServer = await hasPostgres();

(hasServer ? describe : describe.skip)(`configs/sales-reports.json${hasServer ? '' : ' [needs Postgres]'}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.end());

  test('reports the same from a server', async () => {
    const client = new pg.Client({...server.config, ssl: false});
    await client.connect();
    await client.query(shop.join(';'));
    await client.end();
    const reports = await shipped('sales-reports', {databaseUrl: server.url()});
    await useReports(reports);
    const {items} = reports.getTool('topProducts').outputSchema as {items?: object};
    expect(items).toMatchObject({properties: {id: {type: ['integer', 'null']}, revenue: {type: ['string', 'null']}}});
    await reports.cleanup();
  });
});
