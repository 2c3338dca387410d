import {isRecord, ToolError} from '../../../src/sdk.js';
import type {WrapKind, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {reaches} from '../check.js';
import {textAt} from './shared/auth.js';
import {bindRest} from './shared/bind-rest.js';
import type {BoundTool} from './shared/bind-rest.js';
import {checkHttp} from './shared/check-http.js';
import {checkRest} from './shared/check-rest.js';
import {openHttp} from './shared/open-http.js';

/** Wraps an HTTP API, a request a tool: on the client of the http module, with all of its guards. */
export const restKind: WrapKind = {
  type: 'rest',
  check: (config, report) => {
    checkHttp(config, report);
    for (const [name, tool] of Object.entries(isRecord(config['tools']) ? config['tools'] : {})) {
      if (isRecord(tool)) checkRest(tool, `tools.${name}`, report);
    }
  },
  connect,
};

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const key = setup.config['baseURL'] === undefined ? 'wraps' : 'baseURL';
  const baseURL = textAt(setup, setup.config[key], key);
  if (baseURL === undefined) throw setup.problem(key, 'It has no value', 'Give the runtime value that it names');
  const service = await openHttp(setup, {baseURL});
  const bound = new Map<string, BoundTool>();
  return {
    wrapped: service.client,
    call: (request, call) => {
      const config = setup.tools[request.tool];
      if (!config) throw new ToolError('TOOL_NOT_FOUND', `Tool ${request.tool} is not bound`);
      const tool = bound.get(request.tool) ?? bindRest(config, setup, service);
      bound.set(request.tool, tool);
      return tool(request, call);
    },
    check: async () => reaches(service.client),
    close: () => service.close(),
  };
}
