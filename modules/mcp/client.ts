import type * as SdkModule from '@modelcontextprotocol/client';
import type {Client, ClientOptions} from '@modelcontextprotocol/client';
import {ToolError} from '../../src/sdk.js';
import type {Secrets} from './clean-text.js';
import {connectFailure} from './connection/connect-failure.js';
import {serverInfo} from './connection/server-info.js';
import type {RequestOptions, Session} from './connection/session.js';
import type {McpTransport} from './connection/transport.js';
import type {AddressTarget, ProgramTarget, Settings} from './settings.js';

type Sdk = typeof SdkModule;

/** The longest time a timer takes: calls have deadlines of their own (MC02). */
const forever = 2 ** 31 - 1;

/** ms that a server has to say whether it knows the modern protocol. */
const longestProbe = 10_000;

/** How a stream of events that was cut is taken up again, where the server can do that; a call that is lost waits so long. */
const resuming = {
  initialReconnectionDelay: 200,
  reconnectionDelayGrowFactor: 2,
  maxReconnectionDelay: 2000,
  maxRetries: 2,
} as const;

/** A schema that takes anything: what a server answers is judged by haft, tool by tool. */
const anything = {
  '~standard': {version: 1, vendor: 'haft', validate: (value: unknown) => ({value})},
} as const;

/** Settings of a server that is reached from here, and what it must not say back. */
type ServerSettings = Settings & {readonly target: ProgramTarget | AddressTarget; readonly secrets: Secrets};

/** Told what happens beside the calls. */
export interface SessionEvents {
  /** The server says that it has other tools now. */
  readonly toolsChanged: () => void;
}

/** The only load of the SDK. Throws RESOURCE_UNAVAILABLE where it is not installed. */
async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@modelcontextprotocol/client');
  } catch (cause) {
    throw new ToolError('RESOURCE_UNAVAILABLE', 'The mcp module needs the package @modelcontextprotocol/client', {
      outcome: 'not_executed',
      recoverable: false,
      suggestions: ['npm install @modelcontextprotocol/client'],
      cause,
    });
  }
}

/**
 * Starts or reaches a server and greets it. A program that ends on the question whether it knows the modern protocol, as
 * some older ones do, is started once more and not asked. Throws what `connectFailure` says.
 */
export async function openSession(settings: ServerSettings, events: SessionEvents): Promise<Session> {
  const sdk = await loadSdk();
  const {protocol, target} = settings;
  const first = await makeTransport(sdk, settings);
  try {
    return await greet(sdk, settings, first, protocol, events);
  } catch (error) {
    const mayBeShy = protocol === 'auto' && target.kind === 'program' && first.ending?.code === 'CONNECTION_LOST';
    if (!mayBeShy || first.wasUnderstood || first.strangeness().count > 0) throw error;
    return greet(sdk, settings, await makeTransport(sdk, settings), 'legacy', events);
  }
}

async function makeTransport(sdk: Sdk, settings: ServerSettings): Promise<McpTransport> {
  const {target, inheritEnv, maxMessageBytes, allowPrivate, secrets} = settings;
  if (target.kind === 'program') {
    const {StdioTransport} = await import('./stdio/stdio-transport.js');
    return new StdioTransport({target, inheritEnv, maxMessageBytes, secrets});
  }
  const {guardedFetch, HttpTransport} = await import('./http/index.js');
  const exceeded = (): Error => transport.exceed(maxMessageBytes);
  const guard = guardedFetch({url: target.url, allowPrivate, maxMessageBytes, exceeded});
  const inner = new sdk.StreamableHTTPClientTransport(target.url, {
    fetch: guard.fetch,
    requestInit: {headers: {...target.headers}},
    reconnectionOptions: resuming,
  });
  const transport = new HttpTransport(inner, guard);
  return transport;
}

async function greet(
  sdk: Sdk,
  settings: ServerSettings,
  transport: McpTransport,
  protocol: Settings['protocol'],
  {toolsChanged}: SessionEvents,
): Promise<Session> {
  const {connectTimeout, secrets} = settings;
  const timeoutMs = Math.min(longestProbe, Math.ceil(connectTimeout / 2));
  const modern = sdk.SUPPORTED_PROTOCOL_VERSIONS.find((version) => version >= '2026-07-28') ?? '2026-07-28';
  const mode = protocol === 'modern' ? {pin: modern} : protocol;
  const options: ClientOptions = {
    // No roots, sampling or elicitation: a server gets nothing of its host.
    capabilities: {},
    versionNegotiation: {mode, probe: {timeoutMs}},
    inputRequired: {autoFulfill: false},
    listChanged: {tools: {autoRefresh: false, debounceMs: 0, onChanged: toolsChanged}},
    jsonSchemaValidator: {
      getValidator: () => (value) => ({valid: true, data: value as never, errorMessage: undefined}),
    },
  };
  const client = new sdk.Client({name: 'haft', version: '0.1.0'}, options);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void transport.close();
  }, connectTimeout);
  try {
    await client.connect(transport, {timeout: connectTimeout});
  } catch (error) {
    const ending = transport.ending;
    await transport.close();
    throw connectFailure(error, {settings, secrets, transport, ending, isLate});
  } finally {
    clearTimeout(timer);
  }
  return new SdkSession(client, transport);
}

/** A connection through a client of the SDK that was made here. */
class SdkSession implements Session {
  readonly client: Client;
  readonly server;
  readonly #transport: McpTransport;
  readonly #isModern: boolean;

  constructor(client: Client, transport: McpTransport) {
    this.client = client;
    this.#transport = transport;
    // The SDK has a timer for each request, which keeps the process alive until it is answered.
    transport.release();
    this.#isModern = client.getProtocolEra() === 'modern';
    this.server = serverInfo({
      ...client.getServerVersion(),
      instructions: client.getInstructions(),
      protocolVersion: client.getNegotiatedProtocolVersion(),
      capabilities: client.getServerCapabilities(),
    });
  }

  get ending(): McpTransport['ending'] {
    return this.#transport.ending;
  }

  request(
    method: string,
    params: object,
    {signal, timeout, onprogress, inputSchema}: RequestOptions,
  ): Promise<unknown> {
    const options = {
      timeout: timeout ?? forever,
      ...(signal && {signal}),
      ...(onprogress && {onprogress}),
    };
    if (this.#isModern && inputSchema !== undefined) {
      const call = params as {name: string; arguments: Record<string, unknown>};
      const toolDefinition = {name: call.name, inputSchema: inputSchema as {type: 'object'}};
      return this.client.callTool(call, {...options, toolDefinition});
    }
    return this.client.request({method, params: params as Record<string, unknown>}, anything, options);
  }

  ping(timeout: number): Promise<unknown> {
    return this.#isModern ? this.client.discover({timeout}) : this.client.ping({timeout});
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  strangeness(): ReturnType<McpTransport['strangeness']> {
    return this.#transport.strangeness();
  }
}
