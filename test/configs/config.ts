import {readFile} from 'node:fs/promises';
import {graphqlKind} from '../../modules/http/kinds/graphql.js';
import {openapiKind} from '../../modules/http/kinds/openapi.js';
import {restKind} from '../../modules/http/kinds/rest.js';
import {sqlKind} from '../../modules/database/kinds/sql.js';
import {mcpKind} from '../../modules/mcp/kinds/mcp.js';
import {cliKind} from '../../modules/shell/kinds/cli.js';
import type {Runtime} from '../../src/core/runtime.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {ModuleFactory, libraryKinds, parseConfig} from '../../src/factory/index.js';

const factory = new ModuleFactory({
  kinds: {
    ...libraryKinds,
    rest: restKind,
    openapi: openapiKind,
    graphql: graphqlKind,
    cli: cliKind,
    sql: sqlKind,
    mcp: mcpKind,
  },
});

/** A module made from a config that ships, which may load or run what it wraps. */
export async function shipped(name: string, values: object = {}, runtime?: Runtime): Promise<ModuleInstance> {
  const config = parseConfig(await readFile(`configs/${name}.json`, 'utf8'), name) as {
    module?: string;
    command?: string;
    server?: {command?: string};
  };
  const allow = [config.module ?? config.command ?? config.server?.command ?? []].flat();
  return factory.createFromConfig(name, config, values, {allow, ...(runtime && {runtime})});
}
