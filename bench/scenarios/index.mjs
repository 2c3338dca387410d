import {buildTools} from './build-tools.mjs';
import {call} from './call.mjs';
import {createModule} from './create-module.mjs';
import {dbCursor} from './db-cursor.mjs';
import {dbQuery} from './db-query.mjs';
import {gitStatus} from './git-status.mjs';
import {httpGet} from './http-get.mjs';
import {inFlight} from './in-flight.mjs';
import {loadConfig} from './load-config.mjs';
import {mcpCall} from './mcp-call.mjs';
import {readFile} from './read-file.mjs';
import {searchTools} from './search.mjs';
import {shellExecute} from './shell-execute.mjs';
import {start} from './start.mjs';
import {wrapKinds} from './wrap-kinds.mjs';
import {wrapLibrary} from './wrap-library.mjs';
import {wrappedApis} from './apis.mjs';

/** What `npm run bench` measures, by the name that `--only` takes. */
export const scenarios = {
  call,
  'in-flight': inFlight,
  'build-tools': buildTools,
  'read-file': readFile,
  'git-status': gitStatus,
  'http-get': httpGet,
  'db-query': dbQuery,
  'db-cursor': dbCursor,
  shell: shellExecute,
  mcp: mcpCall,
  'wrap-library': wrapLibrary,
  'wrap-kinds': wrapKinds,
  apis: wrappedApis,
  'create-module': createModule,
  'load-config': loadConfig,
  start,
  search: searchTools,
};
