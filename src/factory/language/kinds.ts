import {cliLanguage} from './cli.js';
import {graphqlLanguage} from './graphql.js';
import {classLanguage, nodeModuleLanguage, npmLibraryLanguage} from './library.js';
import {mcpLanguage} from './mcp.js';
import {openapiLanguage} from './openapi.js';
import {restLanguage} from './rest.js';
import {sqlLanguage} from './sql.js';
import type {WrapLanguage} from '../../contract/wrap-language.js';

/** The whole language, kind by kind (DESIGN 9). A build may lack the interpreter of one; its configs are still read. */
export const kindLanguages = {
  node_module: nodeModuleLanguage,
  npm_library: npmLibraryLanguage,
  class: classLanguage,
  cli: cliLanguage,
  rest: restLanguage,
  openapi: openapiLanguage,
  graphql: graphqlLanguage,
  sql: sqlLanguage,
  mcp: mcpLanguage,
} as const satisfies Record<string, WrapLanguage>;

export type KindName = keyof typeof kindLanguages;

export const kindNames = Object.keys(kindLanguages) as readonly KindName[];
