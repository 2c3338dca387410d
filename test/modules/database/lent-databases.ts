import type {PostgresServer} from '../../support/postgres-server.js';

/** What makes a database as empty as a new one, whoever may still be connected. */
const emptying = [
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  'drop schema public cascade',
  'create schema public',
];

/** Databases of a server, each lent to one user at a time: to empty one costs far less than to make and drop one. */
export class LentDatabases {
  readonly #server: PostgresServer;
  readonly #lent = new Map<string, string>();
  readonly #free: string[] = [];
  #made = 0;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  /** The name of an empty database for this user. */
  async lend(user: string): Promise<string> {
    const name = this.#free.pop() ?? (await this.#make());
    this.#lent.set(user, name);
    return name;
  }

  /** Takes back what this user was lent. */
  async takeBack(user: string): Promise<void> {
    const name = this.#lent.get(user);
    if (name === undefined || !this.#lent.delete(user)) return;
    await this.#run(name, emptying);
    this.#free.push(name);
  }

  async #make(): Promise<string> {
    const name = `lent_${String(++this.#made)}`;
    await this.#run('postgres', [`create database ${name}`]);
    return name;
  }

  async #run(database: string, statements: readonly string[]): Promise<void> {
    const {default: pg} = await import('pg');
    const client = new pg.Client({...this.#server.config, database, ssl: false});
    await client.connect();
    for (const text of statements) await client.query(text);
    await client.end();
  }
}
