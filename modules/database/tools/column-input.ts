import {defaultFunctions} from '../sql/column-definition.js';

const name = {type: 'string', minLength: 1} as const;
export const namesInput = {type: 'array', items: name, minItems: 1} as const;

const action = {type: 'string', enum: ['no action', 'restrict', 'cascade', 'set null', 'set default']} as const;
const actions = {onDelete: action, onUpdate: action} as const;
const otherTable = {
  type: ['string', 'object'],
  minLength: 1,
  properties: {schema: name, name},
  additionalProperties: false,
} as const;

const defaults = {
  default: {description: 'A value of the type, never SQL'},
  defaultFunction: {
    type: 'string',
    enum: Object.keys(defaultFunctions),
    description: 'A function that makes the value',
  },
} as const;

const type = {
  ...name,
  description:
    'bigint, integer, text, varchar(20), numeric(10,2), boolean, date, timestamptz, interval, uuid, json, jsonb, bytea …, [] behind it for an array, or an enum or domain of the database',
} as const;

const column = {
  type: ['string', 'object'],
  minLength: 1,
  properties: {
    type,
    nullable: {type: 'boolean', default: true, description: 'It may have no value; default true'},
    primaryKey: {type: 'boolean'},
    unique: {type: 'boolean'},
    ...defaults,
    identity: {type: 'string', enum: ['always', 'byDefault'], description: 'Numbers that count up by themselves'},
    references: {
      type: ['string', 'object'],
      minLength: 1,
      properties: {table: otherTable, column: name, ...actions},
      required: ['table'],
      additionalProperties: false,
      description: "A table, 'users', or {table, column, onDelete, onUpdate}; default its primary key",
    },
    check: {type: 'object', description: 'What its values must meet: operators as in where, {gte: 0}'},
  },
  required: ['type'],
  additionalProperties: false,
} as const;

/** Columns by name. The keys are names, so its type says no more than that. */
export const columnsInput: {readonly type: 'object'; readonly minProperties: 1; readonly maxProperties: 1600} = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1600,
  ...{additionalProperties: column},
};

/** What columns become, by name. */
export const alterColumnsInput: {readonly type: 'object'; readonly description: string} = {
  type: 'object',
  description: 'Columns to change, by name: {type, nullable, default, defaultFunction}; default null drops it',
  ...{
    additionalProperties: {
      type: 'object',
      properties: {type, nullable: {type: 'boolean'}, ...defaults},
      additionalProperties: false,
    },
  },
};

/** Foreign keys of several columns. */
export const foreignKeysInput = {
  type: 'array',
  items: {
    type: 'object',
    properties: {columns: namesInput, table: otherTable, references: namesInput, ...actions},
    required: ['columns', 'table'],
    additionalProperties: false,
  },
  description: 'Foreign keys: {columns, table, references, onDelete, onUpdate}; references defaults to the primary key',
} as const;
