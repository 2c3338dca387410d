import type {Template, TemplateMap} from './template.js';

interface NamedValue {
  readonly name: string;
  readonly value: Template;
}

interface ClientCredentials {
  readonly tokenURL: Template;
  readonly clientId: Template;
  readonly clientSecret: Template;
  readonly scopes?: readonly string[];
  readonly audience?: Template;
  readonly in?: 'header' | 'body';
}

export interface HttpAuth {
  readonly bearer?: Template;
  readonly scheme?: string;
  readonly basic?: {readonly username: Template; readonly password: Template};
  readonly header?: NamedValue;
  readonly query?: NamedValue;
  readonly oauth2?: ClientCredentials;
}

export interface HttpModuleKeys {
  readonly headers?: TemplateMap;
  readonly auth?: HttpAuth;
  readonly allowHosts?: readonly string[];
  readonly allowPrivate?: boolean | readonly string[];
  readonly maxRedirects?: number;
  /** bytes */
  readonly maxBody?: number;
  readonly resend?: number;
  readonly cookies?: boolean;
}
