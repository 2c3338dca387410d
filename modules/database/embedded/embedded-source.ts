import {resolve} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import {assertEmbeddedPackage, connectClient} from '../client.js';
import type {ServerOptions} from '../connections/server-source.js';
import type {Session} from '../connections/session.js';
import type {SessionSource} from '../connections/source.js';
import {WireSession} from '../connections/wire-session.js';
import {lockDirectory} from './directory-lock.js';
import {readEmptyDatabase} from './empty-database.js';
import {WireStream} from './wire-stream.js';
import {WorkerLink} from './worker-link.js';

/** ms in which the thread has to end by itself. */
const closePatience = 5000;

/** ms in which a statement whose answer nobody wants has to be over. */
const discardPatience = 5000;

const lostNotice = 'The embedded database in memory was lost with a statement that had to be stopped; it is empty now';

/**
 * The one session of a database that lives in a thread of this process. A statement can only be stopped together with its
 * thread: a directory is opened again after that, what was in memory is lost, and said to be (docs/decisions/0044).
 */
export class EmbeddedSource implements SessionSource {
  readonly capabilities = {concurrentTransactions: false, serverCancel: false, embedded: true};
  readonly maxConnections = 1;
  /** As long as the module lives. */
  readonly idleTimeout = 0x7fff_ffff;
  readonly #directory: string | undefined;
  readonly #options: ServerOptions;
  #link: WorkerLink | undefined;
  #unlock: (() => void) | undefined;
  #connections = 0;
  #notice: string | undefined;

  constructor(directory: string | undefined, options: ServerOptions) {
    assertEmbeddedPackage();
    this.#directory = directory === undefined ? undefined : resolve(directory);
    this.#options = options;
  }

  async open(): Promise<Session> {
    const link = await this.#readyLink();
    const {clock, maxResultBytes, readOnly} = this.#options;
    const connection = ++this.#connections;
    if (connection > 1) await link.reset();
    const stream = new WireStream(link, connection, (reason) => {
      this.#cut(link, reason);
    });
    const client = await connectClient(ofEmbedded, () => stream);
    return new WireSession(client, {
      clock,
      maxResultBytes,
      readOnly,
      // It can not be asked: it may end by itself in the moment that it is given, or is stopped.
      interrupt: () => Promise.resolve(),
      consequence: () => (this.#directory === undefined && link.ended ? {databaseLost: true} : undefined),
    });
  }

  async #readyLink(): Promise<WorkerLink> {
    const link = this.#link;
    if (link && !link.ended) {
      if (await isIdleWithin(link, discardPatience)) return link;
      await this.#stop(link);
    }
    this.#unlock ??= this.#directory === undefined ? undefined : lockDirectory(this.#directory);
    const fresh = new WorkerLink(this.#directory, await readEmptyDatabase());
    this.#link = fresh;
    this.#connections = 0;
    try {
      await fresh.ready;
      return fresh;
    } catch (cause) {
      this.#free();
      throw notOpened(cause as Error, this.#directory);
    }
  }

  /** The connection was cut: what is too long is dropped, what takes too long is stopped. */
  #cut(link: WorkerLink, reason: Error | null): void {
    link.discard();
    if (ToolError.isToolError(reason) && reason.code === 'LIMIT_EXCEEDED') return;
    void this.#stop(link);
  }

  async #stop(link: WorkerLink): Promise<void> {
    if (this.#directory === undefined) this.#notice = lostNotice;
    await link.terminate();
  }

  takeNotice(): string | undefined {
    const notice = this.#notice;
    this.#notice = undefined;
    return notice;
  }

  #free(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  async close(): Promise<void> {
    await this.#link?.close(closePatience);
    this.#free();
  }
}

/** What pg says to it; nobody listens to who asks. */
const ofEmbedded = {
  host: 'embedded',
  port: 1,
  database: 'postgres',
  user: 'postgres',
  password: '',
  ssl: false,
  applicationName: 'haft',
  connectTimeout: 60_000,
};

async function isIdleWithin(link: WorkerLink, ms: number): Promise<boolean> {
  if (!link.busy) return true;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(done, ms, false);
  });
  const idle = link.idle().then(() => !link.ended);
  const answer = await Promise.race([idle, late]);
  clearTimeout(timer);
  return answer;
}

const notOpened = (cause: Error, directory: string | undefined): ToolError =>
  new ToolError('RESOURCE_UNAVAILABLE', `The embedded database can not be opened: ${cause.message}`, {
    outcome: 'not_executed',
    suggestions: [
      directory === undefined
        ? 'Look for free memory: an embedded database needs some hundred megabytes'
        : 'Name a directory that is empty, or that an embedded database was made in',
    ],
    cause,
  });
