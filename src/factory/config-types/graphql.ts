import type {HttpModuleKeys} from './http.js';
import type {Template, TemplateMap} from './template.js';

export interface GraphqlModuleKeys extends HttpModuleKeys {
  readonly endpoint?: Template;
  readonly wraps?: string;
}

export interface GraphqlToolKeys {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: TemplateMap;
  readonly headers?: TemplateMap;
}
