import {file} from './file.mjs';

const query = (way, width) => ({
  name: width === 1 ? way : `${way}, ${width} in flight`,
  file: file('haft/db-query.mjs'),
  variant: {way: way === 'haft' ? 'haft' : 'pg', width},
});
const pool = 'pool of pg';

export const dbQuery = {
  title: 'select 1 on a Postgres server',
  unit: 'query',
  ms: 30,
  rounds: 60,
  floors: [pool, `${pool}, 50 in flight`],
  contestants: [query(pool, 1), query('haft', 1), query(pool, 50), query('haft', 50)],
};
