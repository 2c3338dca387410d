import type {CommonToolKeys} from './common.js';
import type {HttpAuth, HttpModuleKeys} from './http.js';
import type {RestToolKeys} from './rest.js';
import type {Template, TemplateMap} from './template.js';

interface OpenapiAuth extends HttpAuth {
  /** For a description that names one scheme. */
  readonly token?: Template;
  /** By the names of the description: a text, or `{username, password}`. */
  readonly schemes?: TemplateMap;
}

interface OpenapiOverride extends CommonToolKeys, Pick<RestToolKeys, 'response' | 'statuses' | 'paginate'> {
  readonly rename?: string;
}

export interface OpenapiModuleKeys extends Omit<HttpModuleKeys, 'auth'> {
  /** A path, a URL, the description itself, or `{$config}` for one of these. */
  readonly document?: string | Readonly<Record<string, unknown>>;
  readonly wraps?: string;
  readonly baseURL?: Template;
  readonly serverVariables?: TemplateMap;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly deprecated?: boolean;
  readonly outputs?: 'describe' | 'check' | 'off';
  readonly auth?: OpenapiAuth;
  readonly overrides?: Readonly<Record<string, OpenapiOverride>>;
}
