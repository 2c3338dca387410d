import {describe, expect, test} from '@jest/globals';

import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {defineModule, defineTool, Runtime} from '../../src/sdk.js';
import type {DefinedModule} from '../../src/sdk.js';

type Definition = ReturnType<typeof tool>;

function tool(name: string, answer: string, aliases: string[] = []) {
  return defineTool({
    name,
    description: `Answers ${answer}`,
    aliases,
    input: {},
    output: {answer: 'string'},
    planning: {idempotent: true, sideEffects: false},
    run: () => ({answer}),
  });
}

/** A server of tools that can change its mind. */
class Server {
  tools: readonly Definition[];
  change: (tools: readonly Definition[]) => void = () => undefined;

  constructor(...tools: Definition[]) {
    this.tools = tools;
  }
}

type Dynamic = Record<string, (input?: object) => Promise<unknown>>;

const moduleOf = (server: Server): DefinedModule<readonly [], Record<never, never>, object> =>
  defineModule({
    name: 'remote',
    module: 'RemoteModule',
    description: 'Tools of a server',
    tools: [tool('own', 'own')],
    connect: () => server,
    discover: (client, _config, update) => {
      client.change = update;
      return client.tools;
    },
  }) as never;

describe('discovered tools', () => {
  test('join the tools of the definition, as tools and as methods', async () => {
    const remote = (await moduleOf(new Server(tool('greet', 'hello', ['hi']))).create()) as never as Dynamic & {
      listTools(): string[];
    };
    expect(remote.listTools()).toEqual(['own', 'greet']);
    expect(await remote['greet']?.()).toEqual({answer: 'hello'});
    expect(await remote['hi']?.()).toEqual({answer: 'hello'});
  });

  test('are replaced by an update: methods, names and search follow', async () => {
    const server = new Server(tool('greet', 'hello'), tool('stay', 'still here'));
    const registry = new ToolRegistry();
    registry.registerProvider(moduleOf(server));
    const id = await registry.createModule('remote');
    const instance = registry.getModule(id) as never as Dynamic;
    const kept = registry.getTool('remote.stay');
    server.change([tool('leave', 'goodbye'), ...server.tools.slice(1)]);

    expect(registry.getTool('remote.stay')).toBe(kept);
    expect(await registry.execute('mcp__remote__leave')).toMatchObject({success: true, data: {answer: 'goodbye'}});
    expect(await registry.execute('remote.greet')).toMatchObject({success: false, error: {code: 'TOOL_NOT_FOUND'}});
    expect(registry.searchTools('goodbye').map(({name}) => name)).toEqual(['remote.leave']);
    expect(registry.searchTools('hello')).toEqual([]);
    expect(await instance['leave']?.()).toEqual({answer: 'goodbye'});
    expect(instance['greet']).toBeUndefined();
  });

  test('another answer of the same name takes the place of the old one', async () => {
    const server = new Server(tool('greet', 'hello'));
    const remote = (await moduleOf(server).create()) as never as Dynamic;
    server.change([tool('greet', 'good day')]);
    expect(await remote['greet']?.()).toEqual({answer: 'good day'});
  });

  test('never take a member of the instance or a tool of the definition away', async () => {
    const server = new Server(tool('cleanup', 'gone'));
    const remote = await moduleOf(server).create();
    expect(typeof (remote as {cleanup?: unknown}).cleanup).toBe('function');
    server.change([]);
    expect(typeof (remote as {cleanup?: unknown}).cleanup).toBe('function');
    expect(() => server.change([tool('own', 'mine now')])).toThrow('two tools that are called own');
    expect(await (remote as never as Dynamic)['own']?.()).toEqual({answer: 'own'});
  });

  test('are told to who listens, and no more once the module is cleaned up', async () => {
    const server = new Server();
    const runtime = new Runtime();
    const heard: string[] = [];
    const remote = (await moduleOf(server).create({}, runtime)) as {cleanup?(): Promise<void>};
    runtime.on('module:tools', ({module}) => heard.push(module));
    server.change([tool('greet', 'hello')]);
    await remote.cleanup?.();
    server.change([]);
    expect(heard).toEqual(['remote']);
  });

  test('are refused when they are no tools', async () => {
    const Wrong = defineModule({
      name: 'wrong',
      module: 'WrongModule',
      description: 'Answers no list',
      tools: [],
      discover: () => 'nothing' as never,
    });
    await expect(Wrong.create()).rejects.toMatchObject({code: 'INVALID_CONFIG'});
  });
});
