import type {Template, TemplateMap} from './template.js';

export interface SqlModuleKeys {
  readonly database: {
    readonly embedded?: Template;
    readonly url?: Template;
    readonly env?: boolean;
    /** A pool of one's own, in code. */
    readonly pool?: object;
    /** A client of one's own, in code. */
    readonly client?: object;
  };
  readonly readOnly?: boolean;
  readonly describe?: boolean;
  readonly schemas?: readonly string[];
  readonly maxRows?: number;
  readonly maxConnections?: number;
  /** ms */
  readonly statementTimeout?: number;
}

export interface SqlToolKeys {
  readonly sql: string;
  readonly parameters?: TemplateMap;
  readonly mode?: 'rows' | 'row' | 'value' | 'execute';
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly maxRows?: number;
}
