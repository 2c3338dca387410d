import {defineModule, ModuleInstance} from '../../src/sdk.js';
import type {Runtime} from '../../src/sdk.js';
import {reaches} from './check.js';
import {HttpClient} from './client.js';
import {discreet} from './discreet.js';
import {httpConfig} from './options.js';
import type {HttpConfig} from './options.js';
import {tellSecrets} from './request/tell-secrets.js';
import {createSettings} from './settings.js';
import {patch, post, put, remove} from './tools/change.js';
import {download} from './tools/download.js';
import {graphql} from './tools/graphql.js';
import {get, head, options} from './tools/read.js';
import {upload} from './tools/upload.js';

export type {Files as HttpFiles} from './files.js';
export type {HttpConfig} from './options.js';

/** The HTTP module, alive: a method for every tool. */
export class HttpModuleInstance extends ModuleInstance<HttpConfig, HttpClient> {
  constructor(definition: unknown, config: HttpConfig, runtime: Runtime) {
    super(definition, discreet(config), runtime);
  }
}

/** Provider `http`: requests to the origins that the config names, and nowhere else (R8, SECURITY 4). */
export const HttpModuleDefinition = defineModule({
  name: 'http',
  module: 'HttpModule',
  description: 'HTTP requests to an API: get, post, put, patch, delete, GraphQL, downloads and uploads.',
  version: '0.1.0',
  category: 'network',
  tags: ['http', 'rest', 'api', 'request', 'graphql', 'network'],
  requirements: ['network access'],
  limitations: [
    'subject to rate limits',
    'Only to the origin of baseURL and to allowedOrigins',
    'HTTP/1.1, without a proxy; answers are read whole, downloads are streamed',
  ],
  config: httpConfig,
  Instance: HttpModuleInstance,
  tools: [get, post, put, patch, remove, head, options, graphql, download, upload],
  checkConfig: (config: HttpConfig) => createSettings(config),
  connect: async (config: HttpConfig, runtime) => {
    const settings = createSettings(config);
    tellSecrets(settings, runtime.redactor);
    return HttpClient.connect(settings, runtime);
  },
  close: (client: HttpClient) => client.close(),
  check: reaches,
});
export type HttpModuleDefinition = typeof HttpModuleDefinition;

/** Seed 004's names for the same. */
export {HttpModuleDefinition as HttpModule, HttpModuleDefinition as HTTPModule};
