import {isRecord} from '../../../../src/sdk.js';
import type {Place} from './document.js';

/** Methods that an operation can have; TRACE is one that no module of haft sends. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** A parameter of an operation, in the words of OpenAPI 3. */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Place | undefined;
  /** Its value is sent as a document of this type. */
  readonly contentType?: string | undefined;
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
}

/** One way to send or answer a body. */
export interface Media {
  readonly type: string;
  readonly schema: Place | undefined;
  /** How fields of a form are written, by name. */
  readonly encoding?: Readonly<Record<string, unknown>> | undefined;
}

export interface Body {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly media: readonly Media[];
}

/** What an operation answers with a status: `200`, `4XX`, `default`. */
export interface Answer {
  readonly status: string;
  readonly description: string | undefined;
  readonly media: readonly Media[];
}

/** Names of security schemes that are needed together. */
export type SecurityRequirement = readonly string[];

/** An operation of a description of any version. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly answers: readonly Answer[];
  /** Servers of its own, instead of those of the description. */
  readonly servers: readonly Server[] | undefined;
  /** Which of these will do; an empty one: nobody needs to say who calls. */
  readonly security: readonly SecurityRequirement[] | undefined;
}

/** Where requests go: a URL, relative to that of the description perhaps, with variables in braces. */
export interface Server {
  readonly url: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What kind of credential a scheme takes. */
export type SecurityScheme =
  | {readonly type: 'bearer' | 'basic'}
  | {readonly type: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string}
  | {readonly type: 'oauth2'; readonly tokenURL: string | undefined; readonly scopes: readonly string[]}
  | {readonly type: 'other'; readonly what: string};

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `[{"api_key": []}]` as lists of names; what is none is left out. */
export function securityOf(value: unknown): readonly SecurityRequirement[] | undefined {
  return Array.isArray(value) ? value.filter(isRecord).map((requirement) => Object.keys(requirement)) : undefined;
}
