/** JSON Schema of parsers/log.ts `FileChange`. */
export const fileChangeSchema = {
  type: 'object',
  properties: {
    path: {type: 'string'},
    oldPath: {type: 'string', description: 'Where the file was before it was moved'},
    insertions: {type: 'integer', description: 'Lines'},
    deletions: {type: 'integer', description: 'Lines'},
    binary: {type: 'boolean', description: 'It has no lines'},
  },
  required: ['path', 'insertions', 'deletions', 'binary'],
} as const;
