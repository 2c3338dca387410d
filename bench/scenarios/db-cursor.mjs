import {file} from './file.mjs';

export const dbCursor = {
  title: '100,000 rows by a cursor, in pages of 1,000',
  unit: 'reading',
  rounds: 15,
  ms: 1,
  floors: ['pg-cursor'],
  contestants: [
    {name: 'pg-cursor', file: file('haft/db-cursor.mjs'), variant: 'pg-cursor'},
    {name: 'haft openCursor and fetch', file: file('haft/db-cursor.mjs'), variant: 'haft'},
  ],
};
