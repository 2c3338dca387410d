import {isRecord, ToolError} from '../../../src/sdk.js';
import {serverInfo} from './server-info.js';
import type {Method, RequestOptions, ServerInfo, Session} from './session.js';

type Methods = Readonly<Record<string, unknown>>;
type Callable = (...args: unknown[]) => unknown;

/** The method of a client that asks for something. */
const methodNames: Readonly<Record<Method, string>> = {
  'tools/list': 'listTools',
  'tools/call': 'callTool',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  'resources/read': 'readResource',
  'prompts/list': 'listPrompts',
  'prompts/get': 'getPrompt',
};

/**
 * A client that somebody else has made, of either shape (C28): the SDK's `callTool({name, arguments}, options)`, which is
 * connected already, or seed 004's `callTool(name, input)`, which is connected here. `listTools` tells which: the SDK answers
 * `{tools}`, the seed a list.
 */
export async function useClient(client: object): Promise<Session> {
  const methods = client as Methods;
  // The SDK's client has `transport`, undefined until it is connected.
  if ('transport' in methods) assertConnected(methods);
  else await call(methods, 'connect');
  const session = new InjectedSession(methods);
  await session.learnShape();
  return session;
}

function assertConnected({transport}: Methods): void {
  if (transport !== undefined) return;
  throw new ToolError('INVALID_CONFIG', 'The client of the mcp config is not connected', {
    outcome: 'not_executed',
    suggestions: ['await client.connect(transport) before you hand it over'],
  });
}

/** Calls a method where there is one. */
const call = (methods: Methods, name: string, ...args: unknown[]): unknown =>
  typeof methods[name] === 'function' ? (methods[name] as Callable).apply(methods, args) : undefined;

class InjectedSession implements Session {
  readonly client: object;
  readonly ending = undefined;
  readonly #methods: Methods;
  #isSeedShape = false;

  constructor(methods: Methods) {
    this.client = methods;
    this.#methods = methods;
  }

  async learnShape(): Promise<void> {
    this.#isSeedShape = Array.isArray(await call(this.#methods, 'listTools'));
  }

  get server(): ServerInfo {
    const version = call(this.#methods, 'getServerVersion');
    return serverInfo({
      ...(isRecord(version) && version),
      instructions: call(this.#methods, 'getInstructions'),
      protocolVersion: call(this.#methods, 'getNegotiatedProtocolVersion'),
      capabilities: call(this.#methods, 'getServerCapabilities'),
    });
  }

  async request(method: Method, params: object, {signal, timeout, onprogress}: RequestOptions): Promise<unknown> {
    const name = methodNames[method];
    if (typeof this.#methods[name] !== 'function') {
      throw new ToolError('NOT_SUPPORTED', `The client of the mcp config has no method ${name}`, {
        outcome: 'not_executed',
        recoverable: false,
      });
    }
    if (this.#isSeedShape && method === 'tools/list') return {tools: await call(this.#methods, name)};
    if (this.#isSeedShape && method === 'tools/call') {
      const {name: tool, arguments: input} = params as {name: string; arguments: unknown};
      return call(this.#methods, name, tool, input);
    }
    return call(this.#methods, name, params, {timeout: timeout ?? 2 ** 31 - 1, signal, onprogress});
  }

  async ping(timeout: number): Promise<unknown> {
    return typeof this.#methods['ping'] === 'function'
      ? call(this.#methods, 'ping', {timeout})
      : call(this.#methods, 'listTools');
  }

  async close(): Promise<void> {
    await call(this.#methods, typeof this.#methods['close'] === 'function' ? 'close' : 'disconnect');
  }

  strangeness(): {count: number; first: undefined} {
    return {count: 0, first: undefined};
  }
}
