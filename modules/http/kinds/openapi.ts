import {isRecord, jsonSchema, nearest, ToolError} from '../../../src/sdk.js';
import type {FoundTool, FoundTools, WrapKind, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {reaches} from '../check.js';
import {checkDocument, isNamed, problemOf} from './openapi/check-document.js';
import {compileInTurns} from './openapi/compile-document.js';
import type {CompiledDocument, CompiledTool} from './openapi/compile-document.js';
import {compileOptions} from './openapi/compile-options.js';
import {schemeKeys} from './openapi/credentials.js';
import type {OpenapiDocument} from './openapi/document.js';
import {fetchDocument} from './openapi/fetch-document.js';
import {NoDescription} from './openapi/parse-text.js';
import {readDocument, sourceOf} from './openapi/read-document.js';
import {untrusted} from './openapi/trusted-server.js';
import {textAt} from './shared/auth.js';
import type {Keys} from './shared/auth.js';
import {bindRest} from './shared/bind-rest.js';
import type {BoundTool} from './shared/bind-rest.js';
import {checkHttp} from './shared/check-http.js';
import {openHttp} from './shared/open-http.js';
import type {Service} from './shared/open-http.js';

/** Wraps an API by its OpenAPI description: each operation is a tool of kind rest, and is called as one. */
export const openapiKind: WrapKind = {
  type: 'openapi',
  check: async (config, report) => {
    // `wraps` is a path or a URL, not that of an API.
    const {wraps: _wraps, ...others} = config;
    checkHttp(others, report);
    await checkDocument(config, report);
  },
  connect,
};

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const document = await documentOf(setup);
  const baseURL = textAt(setup, setup.config['baseURL'], 'baseURL');
  const compiled = await compileInTurns(document, compileOptions(setup, baseURL));
  const base = assertUsable(compiled, setup);
  const doubt = baseURL === undefined && untrusted(new URL(base), document.source.at, setup.config);
  if (doubt) throw setup.problem('baseURL', doubt.message, doubt.remedy);
  const keys = schemeKeys(setup, compiled);
  const service = await openHttp(setup, {baseURL: base, keys});
  const services = new Services(setup, service, base, keys);
  const tools = new Map(compiled.tools.map((tool) => [tool.name, tool]));
  const bound = new Map<string, BoundTool>();
  return {
    wrapped: service.client,
    discover: (): FoundTools => ({
      tools: compiled.tools.map((tool) => foundTool(tool, setup)),
      leftOut: compiled.leftOut,
    }),
    call: async (request, call) => {
      const known = bound.get(request.tool);
      if (known) return known(request, call);
      const tool = tools.get(request.tool);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${request.tool} is not bound`);
      const made = bindRest({...tool.config, ...overrideOf(setup, tool.name)}, setup, await services.at(tool.baseURL));
      bound.set(request.tool, made);
      return made(request, call);
    },
    check: async () => reaches(service.client),
    close: () => services.close(),
  };
}

/** The API at its base, and at other places that single operations name. */
class Services {
  readonly #setup: WrapSetup;
  readonly #keys: Keys;
  readonly #base: string;
  readonly #open: Map<string, Promise<Service>>;

  constructor(setup: WrapSetup, service: Service, base: string, keys: Keys) {
    this.#setup = setup;
    this.#keys = keys;
    this.#base = base;
    this.#open = new Map([[base, Promise.resolve(service)]]);
  }

  async at(baseURL = this.#base): Promise<Service> {
    const known = this.#open.get(baseURL);
    if (known) return known;
    const opened = this.#openAt(baseURL);
    this.#open.set(baseURL, opened);
    return opened;
  }

  /** Credentials and headers are those of the own origin. */
  async #openAt(baseURL: string): Promise<Service> {
    if (new URL(baseURL).origin === new URL(this.#base).origin)
      return openHttp(this.#setup, {baseURL, keys: this.#keys});
    const {auth: _auth, headers: _headers, ...config} = this.#setup.config;
    return openHttp({...this.#setup, config}, {baseURL});
  }

  async close(): Promise<void> {
    const services = await Promise.allSettled(this.#open.values());
    for (const service of services) if (service.status === 'fulfilled') service.value.close();
  }
}

async function documentOf(setup: WrapSetup): Promise<OpenapiDocument> {
  const key = setup.config['document'] === undefined ? 'wraps' : 'document';
  const written = setup.config[key];
  const given = isNamed(written) ? setup.template(written).fill({}) : written;
  const {basePath} = setup.values;
  try {
    const source = sourceOf(given, typeof basePath === 'string' ? basePath : process.cwd());
    return source.kind === 'url' ? await fetchDocument(source.url, setup) : await readDocument(source);
  } catch (thrown) {
    if (thrown instanceof NoDescription) throw setup.problem(key, thrown.message, thrown.remedy);
    if (!ToolError.isToolError(thrown) || thrown.code === 'INVALID_CONFIG') throw thrown;
    const [why = ''] = thrown.message.split('\n');
    throw setup.problem(
      key,
      `The description can not be fetched: ${why}`,
      'Check the URL, or save it as a file',
      thrown,
    );
  }
}

/** Where requests go. Throws INVALID_CONFIG for a description that gives nothing to call, or that is misread. */
function assertUsable(compiled: CompiledDocument, setup: WrapSetup): string {
  const [idle] = compiled.idle;
  if (idle) {
    const {path, message, received, remedy} = problemOf(idle);
    throw setup.problem(path, `${message}: ${received}`, remedy);
  }
  const names = compiled.tools.map(({name}) => name);
  for (const name of Object.keys(overridesOf(setup))) {
    if (names.includes(name)) continue;
    const near = nearest(name, names);
    const left = compiled.leftOut.length > 0 ? ', or it was left out' : '';
    throw setup.problem(
      `overrides.${name}`,
      `The description gives no tool of this name${left}`,
      near === undefined ? 'Name a tool as it is listed' : `Did you mean "${near}"?`,
    );
  }
  const [first] = compiled.leftOut;
  if (names.length === 0) {
    const why = first ? `: ${first.name}: ${first.reason}` : '';
    throw setup.problem(
      'document',
      `It gives no tool${why}`,
      'Name a description with operations, and let include pick some',
    );
  }
  if (compiled.baseURL !== undefined) return compiled.baseURL;
  throw setup.problem(
    'baseURL',
    compiled.noBase ?? 'The description names no server',
    'Give baseURL: where the API is',
  );
}

const overridesOf = (setup: WrapSetup): Readonly<Record<string, unknown>> =>
  isRecord(setup.config['overrides']) ? setup.config['overrides'] : {};

function overrideOf(setup: WrapSetup, name: string): Readonly<Record<string, unknown>> {
  const overrides = overridesOf(setup);
  const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  return isRecord(override) ? override : {};
}

/** A tool with its schemas; who walks pages, or asks for more than the data, gets another answer than is described. */
function foundTool({name, config, input, output}: CompiledTool, setup: WrapSetup): FoundTool {
  const {paginate, response} = overrideOf(setup, name);
  const isDescribed = output !== undefined && paginate === undefined && response === undefined;
  return {name, config: {...config, input: jsonSchema(input), ...(isDescribed && {output: jsonSchema(output)})}};
}
