import {extname, resolve} from 'node:path';
import type {SqlSource} from '../../../modules/database/kinds/sql/import.js';
import {importSql} from '../../../modules/database/kinds/sql/import.js';
import {readDatabase} from '../init/essentials.js';
import {usageError} from '../usage-error.js';
import type {Importer, ImportRequest} from './importer.js';
import {pathFromConfig, readSourceFile} from './source.js';

/** From the tables of a database, or from a file of named queries. */
export const sqlImporter: Importer = async (request) => {
  const {include, exclude, schemas, write, signal, progress} = request;
  const {source, variable} = await databaseOf(request);
  const config = await importSql(source, {
    ...(include && {include}),
    ...(exclude && {exclude}),
    ...(schemas && {schemas}),
    ...(variable !== undefined && {variable}),
    ...(signal && {signal}),
    write,
    onProgress: ({done, total, table}) => {
      progress(`${done + 1} of ${total}, ${table}`);
    },
  });
  // The folder is opened from here, and named from where the config will be.
  const database = 'embedded' in source ? {embedded: pathFromConfig(request)} : config['database'];
  return {config: {...config, database}, leftOut: []};
};

async function databaseOf(request: ImportRequest): Promise<{readonly source: SqlSource; readonly variable?: string}> {
  const {source, cwd, env} = request;
  if (extname(source) === '.sql') return {source: {queries: await readSourceFile(request)}};
  const {embedded, url} = readDatabase(source);
  if (typeof url === 'string') return {source: {url}};
  if (typeof embedded === 'string') {
    if (embedded !== 'memory') return {source: {embedded: resolve(cwd, embedded)}};
    throw usageError('A database in memory has nothing to import', 'Name a folder, an address, or a .sql file');
  }
  const variable = (url as {readonly $env: string}).$env;
  const address = env[variable];
  if (address !== undefined && address !== '') return {source: {url: address}, variable};
  throw usageError(`The variable ${variable} is not set`, `Set ${variable} to the address of the database`);
}
