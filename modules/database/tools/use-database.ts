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
  examples: [
    {description: 'Which database is this?', input: {}},
    {
      description: 'What a transaction sees',
      input: {transaction: '$transaction'},
      setup: {steps: [{tool: 'beginTransaction', input: {}, as: 'transaction'}]},
    },
  ],
  async run(module: DatabaseModule, {name, transaction}, call) {
    const {rows} = await module.wrappedInstance.statement({text: whoAmI, transaction}, call);
    passNotice(module, call);
    const {read_only: readOnly, ...told} = rows[0] as unknown as Told;
    if (name !== undefined && name !== told.database) {
      throw new ToolError('NOT_SUPPORTED', `The module is connected to '${told.database}', not to '${name}'`, {
        outcome: 'not_executed',
        suggestions: [`Create another module with database: '${name}' in its config`],
      });
    }
    return {...told, readOnly};
  },
});

/** What the query below answers. */
interface Told {
  readonly database: string;
  readonly user: string;
  readonly schemas: string[];
  readonly version: string;
  readonly read_only: boolean;
}

const whoAmI = `select current_database() as database, current_user as user, current_schemas(false)::text[] as schemas,
  current_setting('server_version') as version, current_setting('transaction_read_only')::bool as read_only`;
