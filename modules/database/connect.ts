import type {Runtime} from '../../src/sdk.js';
import {InjectedSource} from './connections/injected-source.js';
import {ServerSource} from './connections/server-source.js';
import type {SessionSource} from './connections/source.js';
import {Database} from './database.js';
import {EmbeddedSource} from './embedded/embedded-source.js';
import type {DatabaseConfig} from './options.js';
import {backendOf} from './settings.js';

/** The database that a config names. Nothing is opened before it is needed. Answers INVALID_CONFIG. */
export function connectDatabase(config: DatabaseConfig, {clock, redactor}: Runtime): Database {
  const {maxConnections, maxResultBytes, readOnly, schemas} = config;
  const backend = backendOf(config);
  const options = {clock, maxConnections, maxResultBytes, readOnly};
  let source: SessionSource;
  switch (backend.kind) {
    case 'embedded':
      source = new EmbeddedSource(backend.directory, options);
      break;
    case 'server':
      redactor.add(backend.address.password);
      source = new ServerSource(backend.address, options);
      break;
    case 'injected':
      source = new InjectedSource(backend, options);
  }
  const {acquireTimeout, applicationName, idleTransactionTimeout, maxRows, maxWaiting, statementTimeout} = config;
  return new Database(source, {
    clock,
    acquireTimeout,
    applicationName,
    idleTransactionTimeout,
    maxRows,
    maxWaiting,
    readOnly,
    schemas,
    statementTimeout,
  });
}
