import {ToolError} from '../../../src/sdk.js';
import type {Table} from '../catalog/table.js';
import {shown} from '../sql/refusals.js';

export const alreadyThere = (name: string): ToolError =>
  new ToolError('RESOURCE_EXISTS', `There is a table ${name} already`, {
    outcome: 'not_executed',
    suggestions: ['Use another name, or give ifNotExists: true'],
  });

/** INVALID_STATE for views and other things that are no table of this database. */
export function requireTable({kind, name}: Table): void {
  if (kind === 'table' || kind === 'partitioned table') return;
  throw new ToolError('INVALID_STATE', `${shown(name)} is a ${kind}, not a table`, {
    outcome: 'not_executed',
    suggestions: ['Use db.query for a statement of your own'],
  });
}
