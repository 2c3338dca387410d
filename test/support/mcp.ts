import {readFile, rm, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {afterEach} from '@jest/globals';
import {McpModuleDefinition} from '../../modules/mcp/index.js';
import type {Runtime} from '../../src/sdk.js';
import {makeTempFolder} from './temp-folder.js';

export {inTwoSeconds as soon} from './machine-time.js';

const folder = join(import.meta.dirname, 'mcp-servers');
const packages = resolve(import.meta.dirname, '../../node_modules/@modelcontextprotocol');

/** MCP's own servers, from npm. */
export const everything = join(packages, 'server-everything/dist/index.js');
export const filesystemServer = join(packages, 'server-filesystem/dist/index.js');

export type Mcp = Awaited<ReturnType<typeof McpModuleDefinition.create>>;

type Config = Parameters<typeof McpModuleDefinition.create>[0];

/** How the server of test/support/mcp-servers/scripted.mjs behaves from the start. */
export interface Script {
  readonly name?: string;
  /** File with its definitions. */
  readonly definitions?: string;
  /** File that it writes its pid, effects and end to. */
  readonly log?: string;
  /** Starts a child at once. */
  readonly child?: boolean;
  readonly exitOnDiscover?: boolean;
  readonly silent?: boolean;
  /** Speaks the protocol of 2026-07-28. */
  readonly modern?: boolean;
  /** Goes on when its stdin is closed, and when it is asked to end. */
  readonly stubborn?: boolean;
}

export const scripted = (script: Script = {}): {command: string; args: string[]} => ({
  command: process.execPath,
  args: [join(folder, 'scripted.mjs'), JSON.stringify(script)],
});

/** Files with definitions, which go with their test. */
const files: string[] = [];

/** Makes modules that end with their test, and removes its files: `const connect = useMcp()`. */
export function useMcp(): (config: Config, runtime?: Runtime) => Promise<Mcp> {
  const made: Mcp[] = [];
  afterEach(async () => {
    for (const mcp of made.splice(0)) await mcp.cleanup();
    for (const file of files.splice(0)) await rm(dirname(file), {recursive: true, force: true});
  });
  return async (config, runtime) => {
    const mcp = await McpModuleDefinition.create(config, runtime);
    made.push(mcp);
    return mcp;
  };
}

/** A file with definitions in a temp folder, that a test may rewrite; `useMcp` removes it. */
export async function definitionsFile(definitions: readonly object[]): Promise<string> {
  const file = join(await makeTempFolder('haft-mcp-'), 'definitions.json');
  files.push(file);
  await writeFile(file, JSON.stringify(definitions));
  return file;
}

/** Lines that a scripted server has written so far. */
export async function linesOf(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Texts of the warnings of a runtime. */
export function warningsOf(runtime: Runtime): string[] {
  const texts: string[] = [];
  runtime.on('warning', ({message}) => void texts.push(message));
  return texts;
}
