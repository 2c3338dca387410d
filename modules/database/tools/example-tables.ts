/** What examples of tools begin with: a table of three notes. */
export const notes = {
  steps: [
    {
      tool: 'createTable',
      input: {
        table: 'notes',
        columns: {
          id: {type: 'bigint', identity: 'byDefault', primaryKey: true},
          title: {type: 'text', nullable: false},
          stars: {type: 'integer', default: 0},
        },
      },
    },
    {
      tool: 'insert',
      input: {
        table: 'notes',
        data: [{title: 'Ada', stars: 3}, {title: 'Bob', stars: 2}, {title: 'Cleo'}],
      },
    },
  ],
} as const;

/** The same, and a transaction that is open: `$transaction`. */
export const notesInTransaction = {
  steps: [...notes.steps, {tool: 'beginTransaction', input: {}, as: 'transaction'}],
} as const;
