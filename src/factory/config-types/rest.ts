import type {HttpModuleKeys} from './http.js';
import type {Template} from './template.js';

export interface RestModuleKeys extends HttpModuleKeys {
  readonly baseURL?: Template;
  readonly wraps?: string;
}

/** A template, or `{$config}` and `{$env}`. */
type Plain = string | number | boolean | readonly Template[] | Readonly<Record<`$${string}` | 'default', Template>>;

interface StyledParameter {
  readonly value: Template;
  readonly explode?: boolean;
  readonly contentType?: string;
}

interface StyledQuery extends StyledParameter {
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly allowReserved?: boolean;
}

interface FieldEncoding {
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
  readonly base64?: boolean;
  readonly filename?: Template;
}

export interface RestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly path: string;
  readonly query?: Readonly<Record<string, StyledQuery | Plain>>;
  readonly headers?: Readonly<Record<string, StyledParameter | Plain>>;
  readonly cookies?: Readonly<Record<string, StyledParameter | Plain>>;
  readonly body?: Template;
  readonly bodyType?: 'json' | 'form' | 'multipart' | 'text' | 'bytes';
  readonly contentType?: string;
  readonly encoding?: Readonly<Record<string, FieldEncoding>>;
}

export interface Pagination {
  readonly style: 'link' | 'cursor' | 'page' | 'offset';
  readonly parameter?: string;
  readonly next?: string;
  readonly hasMore?: string;
  readonly items?: string;
  readonly size?: number;
  readonly start?: number;
  readonly maxPages?: number;
  readonly maxItems?: number;
}

export interface RestToolKeys {
  readonly request?: RestRequest;
  readonly response?: 'auto' | 'json' | 'text' | 'base64' | 'full';
  readonly statuses?: Readonly<Record<string, string>>;
  readonly pick?: Readonly<Record<string, string>>;
  readonly paginate?: Pagination;
  readonly on?: string | {readonly handle: string; readonly as?: string};
  readonly returns?: {readonly handle: string};
  readonly release?: boolean;
}
