import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import {defineTool, ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import type {Files} from '../files.js';
import {filesOf} from '../files.js';
import {tooLong} from '../request/bytes.js';
import type {RequestBody} from '../request/bytes.js';
import {multipartBody} from '../request/multipart.js';
import {
  answerOutput,
  bodyErrors,
  changing,
  headersInput,
  limitations,
  paramsInput,
  perform,
  requirements,
  responseTypeInput,
  toRequest,
  requiredUrl,
} from './shared.js';
import type {HttpModule} from './shared.js';
import {transferProgress} from './transfer-progress.js';

/** A file of so many bytes is read before it is sent, for servers that want to know its length. */
const small = 1 << 20;

export const upload = defineTool({
  name: 'upload',
  description:
    'Send a file of the file system module by HTTP, streamed: as the body itself, or as a part of a multipart form.',
  category: 'network',
  resource: 'file',
  tags: ['http', 'upload', 'post', 'put', 'file', 'send', 'multipart'],
  input: {
    url: requiredUrl,
    from: {
      type: 'string',
      required: true,
      description: 'Path of the file, in the files of the config',
      aliases: ['file', 'source'],
    },
    method: {type: 'string', enum: ['POST', 'PUT', 'PATCH'], default: 'POST', description: 'How it is sent'},
    field: {
      type: 'string',
      minLength: 1,
      description: 'Send a multipart form with the file under this name; default the file itself',
    },
    fields: {type: 'object', default: {}, description: 'Further fields of the multipart form, texts or numbers'},
    contentType: {type: 'string', default: 'application/octet-stream', description: 'What the file is'},
    params: paramsInput,
    headers: headersInput,
    responseType: responseTypeInput,
  },
  output: {
    ...answerOutput,
    size: {type: 'integer', required: true, description: 'Bytes of the file'},
    sha256: {type: 'string', required: true, description: 'Checksum of the file, in hex'},
  },
  returns: 'The answer, with size and checksum of what was sent',
  errors: {
    ...bodyErrors,
    INVALID_STATE: 'The config has no files',
    RESOURCE_NOT_FOUND: 'There is no such file, or the server answered 404',
    READ_FAILED: 'The file could not be read',
  },
  planning: changing(false),
  requirements: [...requirements, 'files in the config'],
  limitations: [...limitations, 'Files of more than 1 MiB are sent without a Content-Length'],
  positional: ['url', 'from'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Send a text',
      input: {url: '/echo', from: 'hello.txt', contentType: 'text/plain'},
      output: {data: 'Hello', status: 200, size: 5},
      setup: {files: {'hello.txt': 'Hello'}},
    },
  ],
  run: async (http: HttpModule, {from, field, fields, method, contentType, responseType, ...input}, call) => {
    const {settings} = http.wrappedInstance;
    const watched = new WatchedFiles(filesOf(settings), settings.maxUploadBytes, call);
    const request = toRequest(http.wrappedInstance, input, {method, changes: true, repeatable: method === 'PUT'});
    const parts = Object.entries(fields).map(([name, value]) => ({name, value: fieldText(name, value)}));
    const body =
      field === undefined
        ? fileBody(from, contentType, watched)
        : multipartBody([...parts, {name: field, file: from, contentType}], {maxBytes: Infinity, files: watched});
    const answer = await perform(http, {...request, body}, call, responseType);
    return {...answer, ...watched.sent()};
  },
});

function fieldText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ToolError('INVALID_PARAMETER', `The field '${name}' must be a text or a number`, {
    outcome: 'not_executed',
    suggestions: ['Write objects as JSON text'],
  });
}

/** The files of the config, with their bytes counted, bounded and told. */
class WatchedFiles implements Files {
  readonly createWriteStream: Files['createWriteStream'];
  readonly #files: Files;
  readonly #maxBytes: number;
  readonly #progress: (bytes: number) => void;
  #size = 0;
  #hash = createHash('sha256');

  constructor(files: Files, maxBytes: number, call: Call) {
    this.#files = files;
    this.#maxBytes = maxBytes;
    this.#progress = transferProgress(call, NaN);
    this.createWriteStream = (path, options) => files.createWriteStream(path, options);
  }

  /** A request that is sent again begins anew. */
  async createReadStream(path: string, options?: {readonly signal?: AbortSignal}): Promise<Readable> {
    const source = await this.#files.createReadStream(path, options);
    this.#size = 0;
    this.#hash = createHash('sha256');
    return Readable.from(this.#watch(source), {objectMode: false});
  }

  sent(): {size: number; sha256: string} {
    return {size: this.#size, sha256: this.#hash.digest('hex')};
  }

  async *#watch(source: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const bytes = chunk as Buffer;
      this.#size += bytes.length;
      if (this.#size > this.#maxBytes) throw tooLong(this.#maxBytes);
      this.#hash.update(bytes);
      this.#progress(this.#size);
      yield bytes;
    }
  }
}

function fileBody(path: string, contentType: string, files: Files): RequestBody {
  return {
    contentType,
    open: async (signal) => {
      const chunks = (await files.createReadStream(path, {signal}))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      const first: Buffer[] = [];
      let size = 0;
      for (;;) {
        const next = await chunks.next();
        if (next.done === true) return Buffer.concat(first);
        first.push(next.value);
        size += next.value.length;
        if (size > small) return Readable.from(joined(first, chunks), {objectMode: false});
      }
    },
  };
}

async function* joined(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
