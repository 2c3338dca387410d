import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {McpModuleDefinition} from '../../modules/mcp/index.js';
import type {McpModuleInstance} from '../../modules/mcp/index.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
import {mcpServerScript, timesIn} from '../support/fault-mcp-peer.js';
import {expectNoProcesses} from '../support/fault-processes.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, tally} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const made: {cleanup(): Promise<void>}[] = [];
afterEach(async () => {
  for (const mcp of made.splice(0)) await mcp.cleanup();
});
watchProcess();

async function createSite() {
  const folder = await tempFolder({effects: ''});
  const effects = join(folder, 'effects');
  const mcp = (await McpModuleDefinition.create({
    server: {command: process.execPath, args: [mcpServerScript, effects]},
    // A server that dies often is started often here.
    reconnect: {attempts: 1000, delay: 1, maxDelay: 20},
  })) as unknown as McpModuleInstance;
  made.push(mcp);
  const tool = (name: string): Tool => mcp.getTool(name);
  const apply = (id: string, fault: string, options?: object): Promise<ToolResult> =>
    tool('apply').execute({id, fault}, options);
  return {
    folder,
    mcp,
    tool,
    apply,
    look: () => tool('look').execute({id: 'after'}),
    timesOf: (id: string) => timesIn(effects, id),
    /** The server's number, to send it signals. */
    pid: () => Number(readFileSync(`${effects}.pid`, 'utf8')),
  };
}

describe('tools of an MCP server over stdio', () => {
  faultTest(
    'MC01 MC02 MC03 CO03 that exits, dies, is silent, mixes up ids and writes noise: nothing is done twice',
    async (random) => {
      const {mcp, tool, apply, look, timesOf, folder} = await createSite();
      const faults = [
        'none',
        'none',
        'none',
        'exit-before',
        'exit-after',
        'killed-after',
        'other-id',
        'noise',
        'refused',
      ];
      const call = (id: string, options: object): Promise<ToolResult> => apply(id, random.pick(faults), options);
      const settled = await callUnderFaults({random, calls: callCount(40, 500), atOnce: 4, timeout: 20_000, call});
      expectDeclared(tool('apply'), settled);
      expectTruth(settled, timesOf);
      expect(Object.keys(tally(settled))).toEqual(expect.arrayContaining(['success', 'unknown', 'failed']));
      const restarts = mcp.serverInfo()?.restarts ?? 0;
      expect(restarts).toBeGreaterThan(0);
      await expectRecovery(look);
      await mcp.cleanup();
      await expectNoProcesses(folder);
    },
  );

  faultTest(
    'MC02 that does not answer, or answers somebody else, ends each call at its deadline and goes on',
    async (random) => {
      const {mcp, tool, apply, look, timesOf, folder} = await createSite();
      const call = (id: string, options: object): Promise<ToolResult> =>
        apply(id, random.pick(['silent', 'other-id-only']), options);
      const settled = await callUnderFaults({random, calls: callCount(8, 200), atOnce: 8, timeout: 500, call});
      expectDeclared(tool('apply'), settled);
      expectTruth(settled, timesOf);
      expect(settled.map(({result}) => [result.error?.code, result.error?.outcome])).toEqual(
        settled.map(() => ['OPERATION_TIMEOUT', 'unknown']),
      );
      await expectRecovery(look);
      expect(mcp.serverInfo()).toMatchObject({restarts: 0});
      await mcp.cleanup();
      await expectNoProcesses(folder);
    },
  );

  faultTest(
    'that is stopped in the middle and goes on later answers late, and nobody mistakes the answer',
    async (random) => {
      const {mcp, apply, look, pid, timesOf, folder} = await createSite();
      process.kill(pid(), 'SIGSTOP');
      const call = (id: string, options: object): Promise<ToolResult> => apply(id, 'none', options);
      const settled = await callUnderFaults({random, calls: callCount(12, 100), atOnce: 6, timeout: 400, call});
      expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
      process.kill(pid(), 'SIGCONT');
      await expectRecovery(look);
      expectTruth(settled, timesOf);
      const after = await callUnderFaults({random, calls: 12, atOnce: 4, timeout: 20_000, call});
      expect(after.map(({id, result}) => (result.data as {text: string} | undefined)?.text === id)).not.toContain(
        false,
      );
      expectTruth(after, timesOf);
      await mcp.cleanup();
      await expectNoProcesses(folder);
    },
  );

  faultTest(
    'that is killed at any moment by somebody else loses the calls under way, no others, and is started again',
    async (random) => {
      const {mcp, tool, apply, look, pid, timesOf, folder} = await createSite();
      const call = (id: string, options: object): Promise<ToolResult> => apply(id, 'none', options);
      const settled = await callUnderFaults({
        random,
        calls: callCount(60, 1000),
        atOnce: 4,
        timeout: 20_000,
        call,
        onSettled: (count) => {
          if (count % 15 === 0) process.kill(pid(), random.pick(['SIGKILL', 'SIGTERM']));
        },
      });
      expectDeclared(tool('apply'), settled);
      expectTruth(settled, timesOf);
      // At most those are lost that were under way: three beside the one that had just settled.
      const lost = settled.filter(({result}) => !result.success).length;
      expect(lost).toBeLessThanOrEqual((settled.length / 15) * 4);
      expect(mcp.serverInfo()?.restarts).toBeGreaterThan(0);
      await expectRecovery(look);
      await mcp.cleanup();
      await expectNoProcesses(folder);
    },
  );

  faultTest('settle when the module ends in the middle, also with a server that is stopped', async (random) => {
    for (const stops of [false, true]) {
      const {mcp, apply, pid, timesOf, folder} = await createSite();
      if (stops) process.kill(pid(), 'SIGSTOP');
      const call = (id: string, options: object): Promise<ToolResult> => apply(id, 'silent', options);
      const settling = callUnderFaults({random, calls: 6, atOnce: 6, timeout: 20_000, call});
      await new Promise((settle) => setImmediate(settle));
      await mcp.cleanup();
      const settled = await settling;
      expect(tally(settled)).not.toHaveProperty('success');
      expectTruth(settled, timesOf);
      await expectNoProcesses(folder);
    }
  });
});
