import {describe, expect, test} from '@jest/globals';
import {ToolRegistry} from '../../../src/registry/tool-registry.js';
import {McpModuleDefinition} from '../../../modules/mcp/index.js';
import {Runtime} from '../../../src/sdk.js';
import {startEverything} from '../../support/everything-http.js';
import type {EverythingHttp} from '../../support/everything-http.js';
import {everything, filesystemServer, useMcp} from '../../support/mcp.js';
import type {Mcp} from '../../support/mcp.js';
import {processHolders} from '../../support/process-holders.js';
import {useTempFolders} from '../../support/temp-folder.js';

const connect = useMcp();
const tempFolder = useTempFolders();
const stdio = {command: process.execPath, args: [everything]};

/** The same server over either transport. */
describe.each(['stdio', 'http'])('server-everything over %s', (transport) => {
  /** What keeps the process alive since before it was connected. */
  let since: () => string[];
  async function serving(work: (mcp: Mcp) => Promise<void>, runtime = new Runtime()): Promise<void> {
    let http: EverythingHttp | undefined;
    try {
      if (transport === 'http') http = await startEverything();
      since = processHolders();
      await work(await connect({server: http ? {url: http.url} : stdio}, runtime));
    } finally {
      await http?.stop();
    }
  }

  test('its tools are tools: named, described, validated, called', () =>
    serving(async (mcp) => {
      const echo = mcp.getTool('echo');
      expect(echo.getMetadata()).toMatchObject({
        description: 'Echoes back the input string',
        source: 'mcp_server',
        securityTier: 2,
        inputSchema: {properties: {message: {type: 'string', description: 'Message to echo'}}, required: ['message']},
      });
      expect(await echo.execute({message: 'hi'})).toMatchObject({
        success: true,
        data: {text: 'Echo: hi', content: [{type: 'text', text: 'Echo: hi'}]},
      });
      expect(await echo.execute({})).toMatchObject({error: {code: 'MISSING_PARAMETER', outcome: 'not_executed'}});
      expect(await mcp.getTool('get-sum').execute({a: 2, b: 3})).toMatchObject({
        data: {text: expect.stringContaining('5')},
      });
      // As scripts spell methods.
      const scripted = mcp as unknown as {getSum(input: object): Promise<{text: string}>};
      expect((await scripted.getSum({a: 2, b: 3})).text).toContain('5');
      // A script that forgets to clean up ends all the same.
      expect(since()).toEqual([]);
    }));

  test('structured content is validated and answered', () =>
    serving(async (mcp) => {
      const tool = mcp.getTool('get-structured-content');
      expect(tool.outputSchema?.properties?.['structuredContent']).toMatchObject({
        required: ['temperature', 'conditions', 'humidity'],
      });
      const {structuredContent} = (await tool.call({location: 'Chicago'})) as {structuredContent: unknown};
      expect(structuredContent).toMatchObject({temperature: expect.any(Number), humidity: expect.any(Number)});
    }));

  test('images, links and embedded resources are kept as content', () =>
    serving(async (mcp) => {
      const image = (await mcp.getTool('get-tiny-image').call({})) as {content: {type: string; data?: string}[]};
      expect(image.content.map(({type}) => type)).toContain('image');
      const links = (await mcp.getTool('get-resource-links').call({count: 2})) as {content: {type: string}[]};
      expect(links.content.filter(({type}) => type === 'resource_link')).toHaveLength(2);
    }));

  test('resources and prompts are tools of the module', () =>
    serving(async (mcp) => {
      const {resources} = await mcp.listResources({});
      expect(resources.map(({uri}) => uri)).toContain('demo://resource/static/document/features.md');
      expect((await mcp.readResource('demo://resource/static/document/features.md')).text).toContain('#');
      expect((await mcp.listResourceTemplates({})).resourceTemplates.length).toBeGreaterThan(0);
      expect(await mcp.getTool('readResource').execute({uri: 'demo://nowhere'})).toMatchObject({
        error: {code: 'RESOURCE_NOT_FOUND', outcome: 'failed'},
      });
      expect((await mcp.listPrompts({})).prompts.map(({name}) => name)).toContain('args-prompt');
      const {text, messages} = await mcp.getPrompt('args-prompt', {city: 'Berlin'});
      expect(text).toContain('Berlin');
      expect(messages).toHaveLength(1);
    }));

  test('the examples of the module hold for it', () =>
    serving(async (mcp) => {
      for (const tool of mcp.getTools()) {
        for (const {input, output} of tool.getMetadata().examples) {
          const result = await tool.execute(input as Record<string, unknown>);
          const expected = (output as {success?: boolean} | undefined)?.success === false ? output : {success: true};
          expect([tool.name, result]).toMatchObject([tool.name, expected]);
        }
      }
    }));

  test('progress is told', () =>
    serving(async (mcp) => {
      const seen: unknown[] = [];
      const options = {onProgress: (progress: {fraction?: number}) => void seen.push(progress.fraction)};
      await mcp.getTool('trigger-long-running-operation').call({duration: 0.2, steps: 2}, options);
      expect(seen).toEqual([0.5, 1]);
    }));

  test('a call that takes too long ends, and the next one works', () =>
    serving(async (mcp) => {
      const slow = mcp.getTool('trigger-long-running-operation').execute({duration: 30, steps: 2}, {timeout: 200});
      expect(await slow).toMatchObject({error: {code: 'OPERATION_TIMEOUT', outcome: 'unknown'}});
      expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({success: true});
    }));

  test('many calls at a time are not mixed up', () =>
    serving(async (mcp) => {
      const calls = Array.from({length: 50}, (_, index) => mcp.getTool('echo').call({message: String(index)}));
      const texts = (await Promise.all(calls)).map((data) => (data as {text: string}).text);
      expect(texts).toEqual(texts.map((_, index) => `Echo: ${String(index)}`));
    }));

  test('it is healthy, and says who it is', () =>
    serving(async (mcp) => {
      expect(await mcp.healthCheck()).toMatchObject({healthy: true});
      expect(mcp.serverInfo()).toMatchObject({
        name: 'mcp-servers/everything',
        protocolVersion: '2025-11-25',
        restarts: 0,
      });
      expect(mcp.serverInfo()?.capabilities).toContain('prompts');
    }));
});

test('after cleanup nothing is left to call', async () => {
  const mcp = await McpModuleDefinition.create({server: stdio});
  await mcp.cleanup();
  expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({error: {code: 'INVALID_STATE'}});
  expect(await mcp.healthCheck()).toMatchObject({healthy: false});
});

test('a server behind an address that was started again is greeted again, and the call is made once', async () => {
  const first = await startEverything();
  const mcp = await connect({server: {url: first.url}, recheckInterval: 600_000});
  await mcp.getTool('echo').call({message: 'x'});
  await first.stop();
  expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({
    error: {
      code: 'NETWORK_ERROR',
      outcome: 'not_executed',
      recoverable: true,
      details: {cause: {code: 'ECONNREFUSED'}},
    },
  });
  const second = await startEverything(first.port);
  try {
    expect(await mcp.getTool('echo').execute({message: 'again'})).toMatchObject({
      data: {text: 'Echo: again'},
      metadata: {warnings: [expect.stringContaining('restart 1')]},
    });
    expect(mcp.serverInfo()).toMatchObject({restarts: 1});
  } finally {
    await second.stop();
  }
});

test('a server that is killed in the middle of a call over http: the call is lost at once', async () => {
  const http = await startEverything();
  const mcp = await connect({server: {url: http.url}});
  let call: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    const options = {onProgress: () => resolve()};
    call = mcp.getTool('trigger-long-running-operation').execute({duration: 30, steps: 300}, options);
  });
  await http.stop();
  expect(await call).toMatchObject({error: {code: 'CONNECTION_LOST', outcome: 'unknown'}});
});

describe('server-filesystem', () => {
  test('reads and writes in its folder, and says why it does not elsewhere', async () => {
    const folder = await tempFolder({'a.txt': 'hello'});
    const mcp = await connect({server: {command: process.execPath, args: [filesystemServer, folder]}});
    expect(await mcp.getTool('read_text_file').call({path: `${folder}/a.txt`})).toMatchObject({text: 'hello'});
    const refused = await mcp.getTool('read_text_file').execute({path: '/etc/passwd'});
    expect(refused).toMatchObject({
      success: false,
      error: {code: 'MCP_TOOL_ERROR', outcome: 'failed', message: expect.stringMatching(/denied|outside/i)},
    });
    const scripted = mcp as unknown as {writeFile(input: object): Promise<{text: string}>};
    await scripted.writeFile({path: `${folder}/b.txt`, content: 'written'});
    expect(await mcp.getTool('read_text_file').call({path: `${folder}/b.txt`})).toMatchObject({text: 'written'});
    expect(mcp.getTool('write_file').getMetadata().securityTier).toBe(3);
  });

  test('takes a parameter that it does not know, with a warning', async () => {
    const folder = await tempFolder({'a.txt': 'hello'});
    const mcp = await connect({server: {command: process.execPath, args: [filesystemServer, folder]}});
    const read = mcp.getTool('read_text_file');
    expect(await read.execute({path: `${folder}/a.txt`, haed: 1})).toMatchObject({
      success: true,
      metadata: {warnings: ['"haed" is no parameter of read_text_file; did you mean "head"?']},
    });
    const {metadata} = await read.execute({path: `${folder}/a.txt`, head: 1});
    expect(metadata.warnings).toBeUndefined();
  });

  test('has no resources and no prompts, and is not asked for them', async () => {
    const mcp = await connect({server: {command: process.execPath, args: [filesystemServer, await tempFolder()]}});
    const questions: [string, Record<string, unknown>, string][] = [
      ['listResources', {}, 'resources'],
      ['listResourceTemplates', {}, 'resources'],
      ['readResource', {uri: 'x:y'}, 'resources'],
      ['listPrompts', {}, 'prompts'],
      ['getPrompt', {name: 'x'}, 'prompts'],
    ];
    for (const [tool, input, kind] of questions) {
      expect(await mcp.getTool(tool).execute(input)).toMatchObject({
        error: {
          code: 'NOT_SUPPORTED',
          outcome: 'not_executed',
          message: expect.stringMatching(new RegExp(`^The server .+ offers no ${kind}$`)),
          suggestions: ['Use its tools instead'],
        },
      });
    }
  });
});

describe('in a registry', () => {
  test('an agent finds the tools under the name of the server, with policy and search', async () => {
    const policy = {admit: ({tier}: {tier: number}) => (tier > 2 ? ('deny' as const) : ('allow' as const))};
    const runtime = new Runtime({policy});
    const registry = new ToolRegistry({runtime, providers: {}});
    registry.registerProvider(McpModuleDefinition);
    try {
      await registry.createModule('mcp', {server: stdio}, {name: 'everything'});
      expect(await registry.execute('everything.echo', {message: 'hi'})).toMatchObject({data: {text: 'Echo: hi'}});
      expect(await registry.execute('mcp__everything__echo', {message: 'hi'})).toMatchObject({
        data: {text: 'Echo: hi'},
      });
      const found = registry.searchTools('echoes back the input string', {limit: 3});
      expect(JSON.stringify(found)).toContain('everything.echo');
    } finally {
      await registry.cleanup();
    }
  });
});
