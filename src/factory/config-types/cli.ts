import type {Template, TemplateMap} from './template.js';

interface Condition {
  readonly is?: string | number | boolean | readonly (string | number | boolean)[];
  readonly args: readonly CliArgument[];
}

/** What an option is given: a template, or a list in one argument. */
type OptionValue = string | number | boolean | Readonly<Record<string, unknown>>;

type CliArgument =
  | string
  | number
  | readonly CliArgument[]
  | ({readonly when: string} & Condition)
  | ({readonly unless: string} & Condition)
  | {readonly each: string; readonly args: readonly CliArgument[]}
  | {readonly join: Template; readonly with?: string}
  | {readonly $config: string; readonly default?: unknown}
  | {readonly $env: string; readonly default?: unknown}
  | Readonly<Record<`-${string}`, OptionValue>>;

type CellTypes = Readonly<Record<string, 'number' | 'integer' | 'boolean'>>;

type Parse =
  | 'text'
  | 'lines'
  | 'json'
  | 'jsonl'
  | 'csv'
  | 'table'
  | 'base64'
  | {
      readonly format?: 'text' | 'lines' | 'json' | 'jsonl' | 'csv' | 'table' | 'base64';
      readonly regex?: string;
      readonly split?: string;
      readonly each?: 'line' | 'match' | 'once';
      readonly delimiter?: string;
      readonly header?: boolean;
      readonly quote?: boolean;
      readonly columns?: readonly string[];
      readonly types?: CellTypes;
    };

export interface CliModuleKeys {
  readonly command?: string;
  readonly wraps?: string;
  readonly install?: string;
  readonly cwd?: Template;
  readonly env?: TemplateMap;
  readonly inheritEnv?: readonly string[];
  /** bytes */
  readonly maxOutput?: number;
  readonly overflow?: 'error' | 'truncate';
  /** ms */
  readonly killGrace?: number;
}

export interface CliToolKeys {
  readonly args?: readonly CliArgument[];
  readonly stdin?: Template;
  readonly cwd?: Template;
  readonly env?: TemplateMap;
  readonly parse?: Parse;
  readonly progress?: 'lines' | {readonly regex: string};
  readonly exitCodes?: readonly number[] | Readonly<Record<string, string>>;
  readonly stderr?: Readonly<Record<string, string>>;
  /** bytes */
  readonly maxOutput?: number;
  readonly overflow?: 'error' | 'truncate';
}
