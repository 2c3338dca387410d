import {createHash} from 'node:crypto';
import {Transform} from 'node:stream';
import type {Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {commonCode, defineTool, nativeCode, toToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {assertSuccess} from '../answer.js';
import type {HttpClient} from '../client.js';
import {exchange} from '../exchange.js';
import type {Exchange, Head} from '../exchange.js';
import {discardFile, filesOf, openFile} from '../files.js';
import {answerHeaders} from '../response/answer-headers.js';
import {decoders, decodingError} from '../response/decode.js';
import {tooLarge} from '../response/too-large.js';
import {
  changing,
  headersInput,
  limitations,
  paramsInput,
  requestErrors,
  requirements,
  toRequest,
  requiredUrl,
} from './shared.js';
import type {HttpModule} from './shared.js';
import {transferProgress} from './transfer-progress.js';

export const download = defineTool({
  name: 'download',
  description:
    'HTTP GET into a file of the file system module, streamed, of any size up to maxDownloadBytes. The file is there whole or not at all.',
  category: 'network',
  resource: 'file',
  tags: ['http', 'download', 'get', 'file', 'save', 'fetch'],
  input: {
    url: requiredUrl,
    to: {
      type: 'string',
      required: true,
      description: 'Path of the file, in the files of the config',
      aliases: ['file', 'destination'],
    },
    params: paramsInput,
    headers: headersInput,
    overwrite: {type: 'boolean', default: true, description: 'false: fail where there is a file already'},
    createParents: {type: 'boolean', default: false, description: 'Make the folders of `to` that are missing'},
  },
  output: {
    path: {type: 'string', required: true, description: 'The file, as it was named'},
    size: {type: 'integer', required: true, description: 'Bytes'},
    sha256: {type: 'string', required: true, description: 'Checksum of the file, in hex'},
    status: {type: 'integer', required: true, description: 'The HTTP status'},
    headers: {type: 'object', required: true, description: 'Headers in lower case'},
    url: {type: 'string', description: 'Where it came from, after redirects'},
  },
  returns: 'The file, with its size and checksum',
  errors: {
    ...requestErrors,
    INVALID_STATE: 'The config has no files',
    RESOURCE_EXISTS: 'There is a file, and overwrite is false',
    WRITE_FAILED: 'The file could not be written',
  },
  planning: changing(true),
  requirements: [...requirements, 'files in the config'],
  limitations: [...limitations, 'A download that was cut off begins anew'],
  positional: ['url', 'to'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Save a report',
      input: {url: '/report.txt', to: 'report.txt'},
      output: {path: 'report.txt', size: 7, status: 200},
    },
  ],
  run: async (http: HttpModule, {to, overwrite, createParents, ...input}, call) => {
    const client = http.wrappedInstance;
    const files = filesOf(client.settings);
    const request = toRequest(client, input, {method: 'GET', changes: false, repeatable: true, accept: '*/*'});
    const open = (): Promise<Writable> => openFile(files, to, {overwrite, createParents});
    // First: a server is not asked for what can not be written.
    let file = await open();
    try {
      return await exchange(client, call, request, async (head, running) => {
        await assertSuccess(client, head, running);
        // An answer that was cut off took its file along.
        if (file.destroyed) file = await open();
        return save(client, {head, running, call, to, file});
      });
    } finally {
      await discardFile(file);
    }
  },
});

interface Saving {
  readonly head: Head;
  readonly running: Exchange;
  readonly call: Call;
  readonly to: string;
  readonly file: Writable;
}

async function save({settings}: HttpClient, {head, running, call, to, file}: Saving) {
  const {message, status, url, redirected} = head;
  const encoding = message.headers['content-encoding'];
  const unfolding = decoders(encoding);
  // Of a coded answer the length says nothing of the file.
  const length = encoding === undefined ? Number(message.headers['content-length']) : NaN;
  if (length > settings.maxDownloadBytes) throw tooLarge(settings.maxDownloadBytes, 'maxDownloadBytes');
  const hash = createHash('sha256');
  const progress = transferProgress(call, length);
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > settings.maxDownloadBytes) {
        done(tooLarge(settings.maxDownloadBytes, 'maxDownloadBytes'));
        return;
      }
      hash.update(chunk);
      progress(size);
      done(null, chunk);
    },
  });
  const forget = running.deadline.onEnd((reason) => counter.destroy(reason));
  try {
    await pipeline([message, ...unfolding, counter, file]);
  } catch (thrown) {
    // The pipeline is over a moment before the file is gone.
    await finished(file).catch(() => undefined);
    throw fileError(decodingError(thrown));
  } finally {
    forget();
  }
  const headers = answerHeaders(message.headers, settings);
  return {path: to, size, sha256: hash.digest('hex'), status, headers, ...(redirected && {url: url.href})};
}

/** What a file system says that is none of the module's, by its code; of the network it says nothing. */
function fileError(thrown: unknown): unknown {
  const code = commonCode(nativeCode(thrown));
  return code?.startsWith('RESOURCE_') === true || code === 'PERMISSION_DENIED' ? toToolError(thrown) : thrown;
}
