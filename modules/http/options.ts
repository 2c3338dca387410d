import type {InferRun} from '../../src/sdk.js';

const mebibyte = 1 << 20;

const bytes = (fallback: number, description: string) =>
  ({type: 'integer', minimum: 0, default: fallback, description}) as const;

/** The config of the module: safe by default, and each thing that opens more is named here (SECURITY 4). */
export const httpConfig = {
  baseURL: {
    type: 'string',
    description:
      'What relative URLs begin with. Its origin is allowed, at and below its path; credentials go there alone',
  },
  allowedOrigins: {
    type: 'array',
    items: {type: 'string'},
    default: [],
    description: "Further origins, exactly: 'https://cdn.example.com:8443'. '*' allows every public one",
  },
  allowPrivate: {
    anyOf: [{type: 'boolean'}, {type: 'array', items: {type: 'string'}}],
    default: false,
    description:
      "Addresses that are not public and that a host's name may lead to: true for all, or a list of addresses, 'network/bits' and host names",
  },
  timeout: {
    type: 'integer',
    minimum: 1,
    maximum: 2_147_483_647,
    default: 30_000,
    description: 'ms for a call as a whole: waiting, redirects, retries and the last byte of the answer included',
  },
  headers: {type: 'object', description: "Headers of every request to baseURL's origin"},
  defaultHeaders: {type: 'object', description: 'The same; `headers` wins where both name one'},
  auth: {type: 'object', description: "Basic credentials for baseURL's origin: {username, password}"},
  authToken: {type: 'string', minLength: 1, secret: true, description: "Bearer token for baseURL's origin"},
  getAuthToken: {description: 'A function that answers the token, or a promise of it; asked for every request'},
  onAuthError: {description: 'A function that is awaited once when a call is answered 401, before it is sent again'},
  graphqlEndpoint: {type: 'string', default: '/graphql', description: 'Where `graphql` posts to'},
  retry: {
    anyOf: [
      {type: 'boolean'},
      {type: 'integer', minimum: 0, maximum: 20},
      {
        type: 'object',
        properties: {
          maxRetries: {type: 'integer', minimum: 0, maximum: 20},
          baseDelay: {type: 'integer', minimum: 0},
          maxDelay: {type: 'integer', minimum: 0},
        },
        additionalProperties: false,
      },
    ],
    default: false,
    description:
      'Send again what was answered 429, and where that is safe what was answered 503 or got no answer: true for 2 times, a number, or {maxRetries, baseDelay, maxDelay} in ms. Retry-After counts, up to maxDelay (30 s)',
  },
  rateLimit: {
    type: 'object',
    properties: {requests: {type: 'integer', minimum: 1}, per: {type: 'integer', minimum: 1}},
    required: ['requests'],
    additionalProperties: false,
    description: 'At most `requests` are sent in `per` ms (default 1,000); more wait their turn within their time',
  },
  maxRedirects: {
    type: 'integer',
    minimum: 0,
    maximum: 20,
    default: 5,
    description: 'Redirects that are followed, each checked like a URL of its own; 0 answers the redirect itself',
  },
  maxResponseBytes: bytes(10 * mebibyte, 'Bytes of an answer, after decoding'),
  maxRequestBytes: bytes(10 * mebibyte, 'Bytes of a body that is sent'),
  maxDownloadBytes: bytes(1024 * mebibyte, 'Bytes of a download, after decoding'),
  maxUploadBytes: bytes(1024 * mebibyte, 'Bytes of an upload'),
  cookies: {
    type: 'boolean',
    default: false,
    description: 'Keep the cookies of each origin for as long as the module lives',
  },
  files: {
    description:
      'Where download writes and upload reads: an instance of the file system module, or any object with its createReadStream and createWriteStream',
  },
  queryArrays: {
    type: 'string',
    enum: ['repeat', 'brackets', 'comma'],
    default: 'repeat',
    description: 'A list in a query: a=1&a=2, a[]=1&a[]=2 or a=1,2',
  },
  answerHeaders: {
    type: 'array',
    items: {type: 'string'},
    description: 'The only headers that answers show; default all of them',
  },
  keepAlive: {type: 'boolean', default: true, description: 'Keep connections open for further requests'},
  maxSockets: {type: 'integer', minimum: 1, maximum: 10_000, default: 100, description: 'Connections to one origin'},
  tls: {
    type: 'object',
    secret: true,
    properties: {
      ca: {anyOf: [{type: 'string'}, {type: 'array', items: {type: 'string'}}]},
      cert: {type: 'string'},
      key: {type: 'string'},
      passphrase: {type: 'string'},
    },
    additionalProperties: false,
    description: 'PEM texts: `ca` in place of the authorities of Node, `cert` and `key` to show who calls',
  },
  lookup: {
    description:
      'A resolver in place of the system: a function from a host name to a promise of [{address}]; its answers are checked as well',
  },
} as const;

/** What `HttpModuleDefinition.create` takes, with the defaults filled in. */
export type HttpConfig = InferRun<typeof httpConfig>;
