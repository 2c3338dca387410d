import {ToolError} from '../../../../src/sdk.js';
import type {BoundTool} from './bound-tool.js';

/** Codes whose message is about the statement and its parameters, and not the words of a trigger or of the data. */
const aboutStatement = new Set([
  'INVALID_PARAMETER',
  'SYNTAX_ERROR',
  'TYPE_MISMATCH',
  'UNKNOWN_COLUMN',
  'UNKNOWN_FUNCTION',
  'UNKNOWN_TABLE',
]);

/** A failure in the words of the config: `:id` for `$1`, and no advice to use tools that are not there. */
export function namedFailure(thrown: unknown, tool: BoundTool): unknown {
  if (!ToolError.isToolError(thrown)) return thrown;
  const {code, outcome, recoverable, cause} = thrown;
  const named = aboutStatement.has(code) ? (text: string): string => withNames(text, tool.parameters) : String;
  const {parameter, ...context} = thrown.context ?? {};
  const name = typeof parameter === 'number' ? tool.parameters[parameter - 1] : undefined;
  const place = name === undefined ? '' : `:${name}: `;
  const single = code === 'LIMIT_EXCEEDED' && context['limit'] === 1 && (tool.mode === 'row' || tool.mode === 'value');
  const message = single ? `The statement of ${tool.name} answers more than one row` : place + named(thrown.message);
  const suggestions = single
    ? ['Let it answer one: by a key, an aggregate or limit 1', 'Use mode "rows" for all of them']
    : (thrown.suggestions ?? []).filter((text) => !/\bdb\.\w|maxConnections|maxResultBytes/.test(text)).map(named);
  return new ToolError(code, message, {
    outcome,
    recoverable,
    suggestions,
    context: {...context, ...(name !== undefined && {parameter: name})},
    cause,
  });
}

/** `$1` and the spaces that fill its place, `values[0]`, each as the name of the parameter. */
function withNames(text: string, names: readonly string[]): string {
  return text
    .replace(/\$(\d+)( *)/g, (whole: string, digits: string, spaces: string) => {
      const name = names[Number(digits) - 1];
      if (name === undefined) return whole;
      const filling = Math.max(0, name.length - digits.length);
      return `:${name}${spaces.length >= filling ? spaces.slice(filling) : spaces}`;
    })
    .replace(/\bvalues\[(\d+)\]/g, (whole: string, digits: string) => {
      const name = names[Number(digits)];
      return name === undefined ? whole : `:${name}`;
    });
}
