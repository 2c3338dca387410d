import {defineTool, ToolError} from '../../../src/sdk.js';
import {passNotice, statementErrors, toolTimeout, transactionInput} from './shared.js';
import type {DatabaseModule} from './shared.js';

export const useDatabase = defineTool({
  name: 'useDatabase',
  description:
    'Tell which database the module works with, and make sure that it is the one you mean. A connection of Postgres belongs to one database: for another, a module is created with its name.',
  aliases: ['currentDatabase'],
  category: 'database',
  resource: 'database',
  tags: ['database', 'use', 'switch', 'current', 'schema'],
  input: {
    name: {type: 'string', minLength: 1, description: 'The database that is meant; left out, it is only told'},
    transaction: transactionInput,
  },
  output: {
    database: {type: 'string', required: true, description: 'Its name'},
    user: {type: 'string', required: true, description: 'The role that the server knows you as'},
    schemas: {
      type: 'array',
      items: {type: 'string'},
      required: true,
      description: 'Where names without a schema are looked up',
    },
    version: {type: 'string', required: true, description: 'Of the server: 18.1'},
    readOnly: {type: 'boolean', required: true, description: 'Nothing can be changed'},
  },
  errors: {...statementErrors, NOT_SUPPORTED: 'Another database is meant than the one that the module is connected to'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['name'],
  securityTier: 0,
  timeout: toolTimeout,
  examples: [{description: 'Which database is this?', input: {}}],
  async run(module: DatabaseModule, {name, transaction}, call) {
    const {rows} = await module.wrappedInstance.statement({text: whoAmI, transaction}, call);
    passNotice(module, call);
    const database = String(rows[0]?.['database']);
    if (name !== undefined && name !== database) {
      throw new ToolError('NOT_SUPPORTED', `The module is connected to '${database}', not to '${name}'`, {
        outcome: 'not_executed',
        suggestions: [`Create another module with database: '${name}' in its config`],
      });
    }
    return {
      database,
      user: String(rows[0]?.['user']),
      schemas: (rows[0]?.['schemas'] ?? []) as string[],
      version: String(rows[0]?.['version']),
      readOnly: rows[0]?.['read_only'] === 'on',
    };
  },
});

const whoAmI = `select current_database() as database, current_user as user, current_schemas(false)::text[] as schemas,
  current_setting('server_version') as version, current_setting('transaction_read_only') as read_only`;
