import type {CommonToolKeys} from './common.js';
import type {Template, TemplateMap} from './template.js';

interface McpProgram {
  readonly command: string;
  readonly args?: readonly Template[];
  readonly env?: TemplateMap;
  readonly cwd?: Template;
}

interface McpAddress {
  readonly url: Template;
  readonly headers?: TemplateMap;
  readonly token?: Template;
}

export interface McpModuleKeys {
  readonly server?: McpProgram | McpAddress;
  /** A connected client, in code. */
  readonly client?: object;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly overrides?: Readonly<Record<string, CommonToolKeys & {readonly rename?: string}>>;
  readonly pin?: Readonly<Record<string, string>>;
  readonly resources?: boolean;
  readonly prompts?: boolean;
  readonly trustAnnotations?: boolean;
  readonly inheritEnv?: readonly string[];
  readonly allowPrivate?: boolean;
  /** ms */
  readonly connectTimeout?: number;
  /** ms */
  readonly recheckInterval?: number;
  /** bytes */
  readonly maxMessageBytes?: number;
  readonly reconnect?: {readonly attempts?: number; readonly delay?: number; readonly maxDelay?: number};
  readonly protocol?: 'auto' | 'legacy' | 'modern';
}
