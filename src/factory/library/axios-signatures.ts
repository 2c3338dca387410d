import type {Signature, Signatures} from './signature.js';

const url = {type: 'string', required: true, description: 'URL, or path under baseURL', aliases: ['path']};
const data = {
  description: 'Body: JSON, or text',
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  aliases: ['body'],
};
const options = {
  params: {type: 'object', description: 'Query parameters', aliases: ['query']},
  headers: {type: 'object', description: 'Headers'},
  timeout: {type: 'integer', minimum: 0, description: 'ms; 0 is no limit'},
  responseType: {type: 'string', enum: ['json', 'text', 'arraybuffer'], description: 'How the answer is read'},
};

const withoutBody: Signature = {
  input: {url, ...options},
  positional: ['url'],
  options: Object.keys(options),
  signal: true,
};
const withBody: Signature = {
  input: {url, data, ...options},
  positional: ['url', 'data'],
  options: Object.keys(options),
  signal: true,
};

/** The request methods of axios, and of instances that its `create` makes. */
export const axiosSignatures: Signatures = {
  get: withoutBody,
  delete: {...withoutBody, input: {url, ...options, data}, options: [...Object.keys(options), 'data']},
  head: withoutBody,
  options: withoutBody,
  post: withBody,
  put: withBody,
  patch: withBody,
  postForm: withBody,
  putForm: withBody,
  patchForm: withBody,
};
