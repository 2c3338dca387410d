import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, test} from '@jest/globals';
import {McpModuleDefinition} from '../../modules/mcp/index.js';
import {isAlive, linesOf, scripted, soon, useMcp} from '../support/mcp.js';
import {makeTempFolder, useTempFolders} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';

const connect = useMcp();
const tempFolder = useTempFolders();
const started: number[] = [];

afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

/** A server with a child of its own, and one that has left its group. */
async function family(): Promise<{mcp: Awaited<ReturnType<typeof connect>>; log: string; pids: number[]}> {
  const log = join(await tempFolder(), 'log');
  const mcp = await McpModuleDefinition.create({server: scripted({log, child: true, stubborn: true})});
  const {text} = (await mcp.getTool('grandchild').call({})) as {text: string};
  const pids = [...(await linesOf(log)), text].map(Number).filter((pid) => pid > 0);
  started.push(...pids);
  expect(pids).toHaveLength(3);
  expect(pids.every(isAlive)).toBe(true);
  return {mcp, log, pids};
}

describe('what a server started', () => {
  test('MC08 ends with the module, children of its own included, whatever they think of it', async () => {
    const {mcp, pids, log} = await family();
    await mcp.cleanup();
    expect(await soon(() => !pids.some(isAlive))).toBe(true);
    expect(await linesOf(log)).toContain('stdin ended');
  });

  test('MC08 ends when the server ends by itself', async () => {
    const {mcp, pids} = await family();
    await mcp.getTool('exit').execute({code: 0});
    expect(await soon(() => !pids.some(isAlive))).toBe(true);
    await mcp.cleanup();
  });

  test('MC08 a server that ends when it is not spoken to any more is given the time', async () => {
    const log = join(await tempFolder(), 'log');
    const mcp = await McpModuleDefinition.create({server: scripted({log})});
    await mcp.cleanup();
    expect(await linesOf(log)).toContain('stdin ended');
  });

  test('MC08 ends when the module can not be made', async () => {
    const log = join(await tempFolder(), 'log');
    const server = scripted({log, silent: true, stubborn: true, child: true});
    await expect(McpModuleDefinition.create({server, connectTimeout: 300})).rejects.toMatchObject({
      code: 'OPERATION_TIMEOUT',
    });
    const pids = (await linesOf(log)).map(Number).filter((pid) => pid > 0);
    started.push(...pids);
    expect(pids.length).toBeGreaterThan(0);
    expect(await soon(() => !pids.some(isAlive))).toBe(true);
  });
});

describe('when the host ends', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await makeTempFolder('haft-mcp-host-');
    await transpileSources(folder, ['src', 'modules/mcp']);
  }, 120_000);
  afterAll(() => rm(folder, {recursive: true, force: true}));

  async function host(ending: string): Promise<{log: string; pids: number[]; child: ReturnType<typeof spawn>}> {
    const log = join(await tempFolder(), 'log');
    const program = `
      import {McpModuleDefinition} from ${JSON.stringify(join(folder, 'modules/mcp/index.js'))};
      const mcp = await McpModuleDefinition.create({server: ${JSON.stringify(scripted({log, child: true}))}});
      console.log('ready');
      ${ending}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const pids = (await linesOf(log)).map(Number).filter((pid) => pid > 0);
    started.push(...pids, child.pid ?? 0);
    expect(pids).toHaveLength(2);
    return {log, pids, child};
  }

  test('MC08 nothing is left of a host that ended without cleaning up', async () => {
    const {pids, child} = await host('process.exit(0);');
    if (child.exitCode === null) await once(child, 'exit');
    expect(await soon(() => !pids.some(isAlive))).toBe(true);
  });

  test('MC08 a host is killed: the server sees the end of its stdin', async () => {
    const {log, child} = await host('setInterval(() => {}, 1000);');
    child.kill('SIGKILL');
    expect(await soon(async () => (await linesOf(log)).includes('stdin ended'))).toBe(true);
  });
});

describe('what a server gets of its host', () => {
  test('SH07 a minimal environment, what is named, and nothing else', async () => {
    process.env['MCP_CANARY'] = 'canary-1c09';
    process.env['MCP_WANTED'] = 'wanted';
    try {
      const server = {...scripted(), env: {MY_SETTING: 'value'}};
      const mcp = await connect({server, inheritEnv: ['MCP_WANTED']});
      const {text} = (await mcp.getTool('environment').call({})) as {text: string};
      const environment = JSON.parse(text) as Record<string, string>;
      expect(environment).toMatchObject({MY_SETTING: 'value', MCP_WANTED: 'wanted', PATH: process.env['PATH']});
      expect(environment).not.toHaveProperty('MCP_CANARY');
    } finally {
      Reflect.deleteProperty(process.env, 'MCP_CANARY');
      Reflect.deleteProperty(process.env, 'MCP_WANTED');
    }
  });

  test('CO06 a secret in its environment is in nothing that is told', async () => {
    const token = 'canary-b21f77';
    const server = {...scripted(), env: {API_TOKEN: token, MODE: 'production'}};
    const mcp = await connect({server});
    const result = await mcp.getTool('environment').execute({});
    expect(JSON.stringify([result, mcp.config])).not.toContain(token);
    expect(JSON.stringify(result)).toContain('production');
    expect(Object.keys(mcp.config.server ?? {})).toEqual(['command', 'args']);
  });

  test('it may not ask for roots, sampling or elicitation', async () => {
    const mcp = await connect({server: scripted()});
    expect(await mcp.getTool('ask').execute({})).toMatchObject({data: {text: 'answered -32601'}});
  });
});
