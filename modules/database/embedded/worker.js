// @ts-check
// The thread that an embedded database lives in: bytes of the wire protocol come in, the answers' bytes go out. Plain
// JavaScript, because a thread is started from a file, in the sources as in what is built of them.
import {Blob} from 'node:buffer';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {parentPort, workerData} from 'node:worker_threads';
import {gunzipSync, gzipSync} from 'node:zlib';

/** @typedef {{kind: 'data', connection: number, bytes: Uint8Array} | {kind: 'reset'} | {kind: 'close'}} Order */

/** Bytes that are gathered before they are sent. */
const chunkSize = 65_536;
/** Bytes that may be on their way to the main thread; what makes more waits for it. */
const maxInFlight = 4_194_304;

/** @type {{directory: string | undefined, template: Uint8Array | undefined, shared: SharedArrayBuffer}} */
const {directory, template, shared} = workerData;
/** [bytes on their way, whether nobody wants the answer any more] */
const state = new Int32Array(shared);

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/** @param {unknown} error */
const describe = (error) => {
  const {code, message} = /** @type {{code?: string, message?: string}} */ (error ?? {});
  return {code, message: message ?? String(error)};
};

/** Gathers what one order answers, and sends it in pieces. */
class Answer {
  /** @param {number} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {Uint8Array[]} */
    this.parts = [];
    this.size = 0;
  }

  /** @param {Uint8Array} bytes a view into the memory of the database, which goes on to be used */
  add(bytes) {
    if (Atomics.load(state, 1) === 1) return;
    this.parts.push(bytes.slice());
    this.size += bytes.length;
    if (this.size >= chunkSize) this.send();
  }

  send() {
    if (this.size === 0) return;
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    this.parts = [];
    this.size = 0;
    let inFlight = Atomics.add(state, 0, bytes.length) + bytes.length;
    port.postMessage({kind: 'data', connection: this.connection, bytes}, [bytes.buffer]);
    // The main thread takes its time: this one has nothing better to do than to wait for it.
    while (inFlight > maxInFlight && Atomics.load(state, 1) === 0) {
      Atomics.wait(state, 0, inFlight, 100);
      inFlight = Atomics.load(state, 0);
    }
  }
}

/** Making an empty database takes seconds: where there is a packed one, a copy of it serves. */
async function open() {
  const {PGlite} = await import('@electric-sql/pglite');
  const dataDir = directory ?? 'memory://';
  if (directory !== undefined && existsSync(join(directory, 'PG_VERSION'))) return PGlite.create(directory);
  const unpacked = template && unpack(template);
  if (unpacked) {
    try {
      return await PGlite.create({dataDir, loadDataDir: new Blob([unpacked])});
    } catch (error) {
      // In memory nothing is left of it, and it can be made anew.
      if (directory !== undefined) throw error;
    }
  }
  const database = await PGlite.create(dataDir);
  const empty = await database.dumpDataDir('none');
  const packed = gzipSync(await empty.arrayBuffer(), {level: 1});
  port.postMessage({kind: 'template', bytes: new Uint8Array(packed)});
  return database;
}

/**
 * Undefined when it is damaged: gzip has a checksum.
 * @param {Uint8Array} packed
 */
function unpack(packed) {
  try {
    return gunzipSync(packed, {maxOutputLength: 268_435_456});
  } catch {
    return undefined;
  }
}

/**
 * @param {import('@electric-sql/pglite').PGlite} database
 * @param {Order} order
 */
async function obey(database, order) {
  switch (order.kind) {
    case 'data': {
      const answer = new Answer(order.connection);
      await database.execProtocolRawStream(order.bytes, {onRawData: (bytes) => answer.add(bytes)});
      answer.send();
      port.postMessage({kind: 'done'});
      break;
    }
    case 'reset':
      // Ends whatever the last connection left half said (Sync), half done or set.
      await database.execProtocolRaw(new Uint8Array([0x53, 0, 0, 0, 4]));
      await database.exec('ROLLBACK');
      await database.exec('DISCARD ALL');
      port.postMessage({kind: 'reset'});
      break;
    case 'close':
      await database.close();
      port.close();
  }
}

/** @param {unknown} error */
const fail = (error) => {
  port.postMessage({kind: 'failed', error: describe(error)});
  port.close();
};

try {
  const database = await open();
  let queue = Promise.resolve();
  port.on('message', (/** @type {Order} */ order) => {
    queue = queue.then(() => obey(database, order)).catch(fail);
  });
  port.postMessage({kind: 'ready'});
} catch (error) {
  fail(error);
}
