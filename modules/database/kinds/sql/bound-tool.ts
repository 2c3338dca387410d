import {isRecord, readSql} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import type {Statement} from '../../statements/statement-runner.js';
import {mayWrite} from './access.js';

type Values = Readonly<Record<string, unknown>>;

/** How an answer is given. */
type Mode = 'rows' | 'row' | 'value' | 'execute';

/** A tool of a config with its statement read. */
export interface BoundTool {
  readonly name: string;
  readonly mode: Mode;
  /** No row, or none changed, is a failure. */
  readonly required: boolean;
  readonly writes: boolean;
  /** As the server takes it. */
  readonly text: string;
  /** Of `$1`, `$2` … */
  readonly parameters: readonly string[];
  /** Parameters whose value is the input of the same name. */
  readonly inputs: readonly string[];
  /** Inputs that may be left out. */
  readonly optional: ReadonlySet<string>;
  /** The statement with its values, for an input. */
  readonly statement: (input: Values) => Statement;
}

/** Reads a tool of the config. */
export function bindTool(name: string, tool: Values, setup: Pick<WrapSetup, 'config' | 'template'>): BoundTool {
  const {text, names, optional} = readSql(String(tool['sql']));
  const mode = (tool['mode'] ?? 'rows') as Mode;
  const given = Object.entries(isRecord(tool['parameters']) ? tool['parameters'] : {}).map(
    ([parameter, template]) => [parameter, setup.template(template).fill] as const,
  );
  const fills = new Map(given);
  const valueOf = (parameter: string): ((input: Values) => unknown) =>
    // A missing value is null, as for the rest of SQL.
    fills.get(parameter) ?? ((input) => (Object.hasOwn(input, parameter) ? input[parameter] : null));
  const values = names.map(valueOf);
  const writes = mayWrite(tool, setup.config);
  const maxRows = mode === 'row' || mode === 'value' ? 1 : (tool['maxRows'] as number | undefined);
  return {
    name,
    mode,
    required: tool['required'] === true,
    writes,
    text,
    parameters: names,
    inputs: names.filter((parameter) => !fills.has(parameter)),
    optional,
    statement: (input) => ({
      text,
      values: values.map((fill) => fill(input)),
      readOnly: !writes,
      ...(maxRows !== undefined && {maxRows}),
    }),
  };
}
