import {ToolError} from '../../../../src/sdk.js';
import type {Answer} from '../../answer.js';
import type {BoundTool} from './bound-tool.js';

/** The data of a call, as the mode of its tool says. Throws RESOURCE_NOT_FOUND, and INVALID_OUTPUT for no single value. */
export function readAnswer({rows, rowCount, fields}: Answer, {name, mode, required, writes}: BoundTool): unknown {
  if (required && rowCount === 0) {
    throw new ToolError('RESOURCE_NOT_FOUND', `${name} found no row`, {
      outcome: 'failed',
      suggestions: ['Check the values of the input'],
    });
  }
  switch (mode) {
    case 'rows':
      return rows;
    case 'row':
      return rows[0] ?? null;
    case 'execute':
      return {rowCount};
    case 'value': {
      const [field, ...others] = fields;
      if (field && others.length === 0) return rows[0]?.[field.name] ?? null;
      throw new ToolError('INVALID_OUTPUT', `${name} answers ${String(fields.length)} columns, and not one value`, {
        outcome: writes ? 'partial' : 'failed',
        suggestions: ['Answer one column, or use mode "row"'],
        context: {columns: fields.map((one) => one.name)},
      });
    }
  }
}
