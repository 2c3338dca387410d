import {isRecord} from '../../contract/json.js';
import type {Shape, WrapFacts, WrapLanguage} from '../../contract/wrap-language.js';
import {jsonSchema} from '../../schema/spec.js';
import {readSql} from '../../schema/sql-statement.js';
import type {SqlModuleKeys, SqlToolKeys} from '../config-types/sql.js';
import {count, flag, templateMap, text, texts, textTemplate} from './parts.js';

const sql: Readonly<Record<keyof SqlModuleKeys, Shape>> = {
  database: {
    description:
      'Which Postgres: `{"embedded": "memory"}` or a directory, `{"url": {"$env": "DATABASE_URL"}}`, or `{"env": true}`. What a runtime value leaves empty is left out.',
    type: 'object',
    properties: {
      embedded: textTemplate('`memory`, or a directory under the runtime value `basePath`.'),
      url: textTemplate('Connection URL.'),
      env: flag('Takes the PG* variables of the environment.'),
      pool: {description: 'In code: a pool that is there already.', code: 'a `Pool` of pg'},
      client: {description: 'In code: a client that is there already.', code: 'a `Client` of pg'},
    },
    minProperties: 1,
    additionalProperties: false,
  },
  readOnly: flag(
    'The server refuses whatever would write, whichever tool is called. With `false`, tools of mode `execute` write, and others that say `readOnly: false`.',
    true,
  ),
  describe: {
    description:
      'Asks the database once, when the module is made, for the types of parameters and columns that the config does not declare. Default: true, but for a database in memory, which is empty then.',
    type: 'boolean',
  },
  schemas: texts('Schemas in which names without one are looked up. Default: those of the role.'),
  maxRows: count('Rows that a call may answer; more is LIMIT_EXCEEDED.', {minimum: 1, default: 10_000}),
  maxConnections: count('Connections at most.', {minimum: 1, default: 10}),
  statementTimeout: count('ms that the server may work on one statement; 0 is no limit.', {default: 30_000}),
};

const sqlTool: Readonly<Record<keyof SqlToolKeys, Shape>> = {
  sql: text(
    'One statement with named parameters: `select * from users where id = :id`. Values are sent beside it, never written into it.',
    {minLength: 1},
  ),
  parameters: templateMap(
    'Values of parameters that are not the input of the same name: `{"tenant": {"$config": "tenant"}}`.',
  ),
  mode: text(
    'What is answered: `rows` a list, `row` the only row or null, `value` its first column or null, `execute` `{rowCount}`.',
    {enum: ['rows', 'row', 'value', 'execute'], default: 'rows'},
  ),
  required: flag('No row, or none changed, is RESOURCE_NOT_FOUND.'),
  readOnly: {
    description: 'Whether the server lets it write. Default: true, but for mode `execute` in a module that may write.',
    type: 'boolean',
  },
  maxRows: count('Rows that this tool may answer, at most those of the module.', {minimum: 1}),
};

type Tool = Readonly<Record<string, unknown>>;

/** Reading is harmless and can be repeated; of anything else the config says more. */
function facts(tool: Tool, module: Tool): WrapFacts {
  const reads = module['readOnly'] !== false || (tool['readOnly'] ?? tool['mode'] !== 'execute') === true;
  return {
    planning: {sideEffects: !reads, idempotent: reads},
    ...(module['securityTier'] === undefined && {securityTier: reads ? 0 : 1}),
  };
}

/** What the statement names, and what its templates do; of which types these are only the database can tell. */
function input({sql: statement, parameters, transform}: Tool, placeholders: readonly string[]): object {
  const propertiesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
  // A transform makes these from an input of its own.
  if (isRecord(transform) && transform['input'] !== undefined)
    return jsonSchema({type: 'object', properties: propertiesOf(placeholders), additionalProperties: true});
  const {names, optional} = readSql(String(statement));
  const given = isRecord(parameters) ? parameters : {};
  const own = names.filter((name) => !Object.hasOwn(given, name));
  return jsonSchema({
    type: 'object',
    properties: propertiesOf([...own, ...placeholders]),
    required: own.filter((name) => !optional.has(name)),
    additionalProperties: false,
  });
}

export const sqlLanguage: WrapLanguage = {
  summary: 'a Postgres database',
  module: sql,
  tool: sqlTool,
  toolRequired: ['sql'],
  required: ['database', 'tools'],
  facts,
  input,
  errors: [
    'AUTHENTICATION_REQUIRED',
    'CHECK_VIOLATION',
    'CONFLICT',
    'CONNECTION_LOST',
    'CONSTRAINT_VIOLATION',
    'DEADLOCK',
    'DUPLICATE_KEY',
    'EXCLUSION_VIOLATION',
    'FOREIGN_KEY_VIOLATION',
    'INVALID_OUTPUT',
    'INVALID_PARAMETER',
    'INVALID_STATE',
    'LIMIT_EXCEEDED',
    'NETWORK_ERROR',
    'NOT_NULL_VIOLATION',
    'NOT_SUPPORTED',
    'OPERATION_CANCELLED',
    'OPERATION_FAILED',
    'OPERATION_TIMEOUT',
    'PERMISSION_DENIED',
    'PROTOCOL_ERROR',
    'RAISED',
    'RESOURCE_EXISTS',
    'RESOURCE_LOCKED',
    'RESOURCE_NOT_FOUND',
    'RESOURCE_UNAVAILABLE',
    'SERIALIZATION_FAILURE',
    'SYNTAX_ERROR',
    'TRANSACTION_ABORTED',
    'TYPE_MISMATCH',
    'UNKNOWN_COLUMN',
    'UNKNOWN_FUNCTION',
    'UNKNOWN_TABLE',
  ],
};
