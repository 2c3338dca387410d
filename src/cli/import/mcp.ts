import {importMcp} from '../../../modules/mcp/kinds/mcp/import.js';
import {isRecord} from '../../contract/json.js';
import {readServer} from '../init/essentials.js';
import type {Importer} from './importer.js';
import {tokenOf} from './source.js';

/** From a server as it is now: a command line that is run, or an address. */
export const mcpImporter: Importer = async (request) => {
  const {source, include, exclude, tokenVariable, progress} = request;
  const token = tokenOf(request);
  const {server} = readServer(source);
  const {config, leftOut} = await importMcp(
    {...server, ...(token !== undefined && {token})},
    {
      ...(include && {include}),
      ...(exclude && {exclude}),
      onProgress: ({what}) => {
        progress(what);
      },
    },
  );
  const named = tokenVariable === undefined ? {} : {token: {$env: tokenVariable}};
  const {overrides} = config;
  return {
    config: {...config, server: {...(config['server'] as object), ...named}},
    leftOut,
    tools: isRecord(overrides) ? Object.keys(overrides) : [],
    allow: 'command' in server && typeof server.command === 'string' ? [server.command] : [],
  };
};
