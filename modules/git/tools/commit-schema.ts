import {fileChangeSchema} from './file-change-schema.js';

/** Fields of parsers/log.ts `Commit`. */
export const commitFields = {
  hash: {type: 'string'},
  shortHash: {type: 'string'},
  author: {type: 'string'},
  email: {type: 'string'},
  timestamp: {type: 'number', description: 'When it was written, ms since the epoch'},
  date: {type: 'string', description: 'The same in ISO 8601'},
  message: {type: 'string', description: 'First line of the message'},
  body: {type: 'string', description: 'The rest of the message'},
  parents: {type: 'array', items: {type: 'string'}},
} as const;

/** JSON Schema of parsers/log.ts `Commit`. */
export const commitSchema = {
  type: 'object',
  properties: {
    ...commitFields,
    files: {type: 'array', items: fileChangeSchema, description: 'With stats only'},
  },
  required: ['hash', 'shortHash', 'author', 'email', 'timestamp', 'date', 'message', 'body', 'parents'],
} as const;
