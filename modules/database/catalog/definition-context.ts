import type {ReferenceInput} from '../sql/column-definition.js';
import {actionsText, referenceParts} from '../sql/create-table.js';
import type {DefinitionContext} from '../sql/create-table.js';
import {checkNewName, quoted} from '../sql/names.js';
import type {TableInput, TableName} from '../sql/names.js';
import {columnOf, tableText} from '../sql/table-text.js';
import type {Catalog} from './catalog.js';
import {readType} from './read-type.js';
import type {Ask} from './read-table.js';

/**
 * What definitions of columns may refer to: types and tables that the catalog has, by their exact names, and the table
 * `own` that is being made.
 */
export function definitionContext(catalog: Catalog, ask: Ask, own?: TableName): DefinitionContext {
  const target = async (input: TableInput, columns: readonly string[] | undefined, path: string): Promise<string> => {
    const name = catalog.parse(input, `${path}.table`);
    const list = (names: readonly string[]): string =>
      columns === undefined ? '' : ` (${names.map(quoted).join(', ')})`;
    if (own?.name === name.name && own.schema === name.schema) {
      const names = (columns ?? []).map((column) => checkNewName(column, `${path}.references`));
      return `${ownText(own)}${list(names)}`;
    }
    const table = await catalog.read(ask, name, `${path}.table`, false);
    return `${tableText(table)}${list((columns ?? []).map((it) => columnOf(table, it, `${path}.references`).name))}`;
  };
  return {
    target,
    find: (name) => {
      catalog.checkSchema(name.schema, 'type');
      return readType(ask, name);
    },
    reference: async (reference: ReferenceInput, path: string) => {
      const {table, column, ...actions} = referenceParts(reference);
      return `${await target(table, column === undefined ? undefined : [column], path)}${actionsText(actions)}`;
    },
  };
}

/** The name of a table that is being made; without a schema the first of the search path gets it. */
export const ownText = ({schema, name}: TableName): string =>
  schema === undefined ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
