import {cliLanguage} from './cli.js';
import {classLanguage, nodeModuleLanguage, npmLibraryLanguage} from './library.js';
import {graphqlLanguage, mcpLanguage, openapiLanguage, restLanguage, sqlLanguage} from './remote.js';
import type {WrapLanguage} from '../../contract/wrap-kind.js';

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
