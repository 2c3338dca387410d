import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {McpModuleDefinition} from '../../modules/mcp/index.js';
import type {McpModuleInstance} from '../../modules/mcp/index.js';
import type {ToolResult} from '../../src/sdk.js';
import {useMcpPeers} from '../support/fault-mcp-peer.js';
import type {Random} from '../support/fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, tally} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {inTwoSeconds} from '../support/machine-time.js';
import {useTcpProxies} from '../support/tcp-proxy.js';
import type {Fault} from '../support/tcp-proxy.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const mcpPeer = useMcpPeers();
const tcpProxy = useTcpProxies();
const made: {cleanup(): Promise<void>}[] = [];
afterEach(async () => {
  for (const mcp of made.splice(0)) await mcp.cleanup();
});
watchProcess();

async function createSite(planned: Fault = {kind: 'none'}) {
  const folder = await tempFolder({effects: ''});
  const peer = await mcpPeer(join(folder, 'effects'));
  const proxy = await tcpProxy(peer.port);
  proxy.plan(planned);
  const mcp = (await McpModuleDefinition.create({
    server: {url: `http://${proxy.host}:${String(proxy.port)}${peer.path}`},
    reconnect: {attempts: 1000, delay: 1, maxDelay: 20},
  })) as unknown as McpModuleInstance;
  made.push(mcp);
  const apply = mcp.getTool('apply');
  const look = mcp.getTool('look');
  return {
    peer,
    proxy,
    mcp,
    apply,
    call: (id: string, options: object) => apply.execute({id}, options),
    look: (): Promise<ToolResult> => look.execute({id: 'after'}),
  };
}

const cutAnywhere = (random: Random): Fault => ({
  kind: 'cut',
  way: random.pick(['request', 'reply']),
  after: random.between(0, 1500),
  by: random.pick(['reset', 'end']),
});

describe('tools of an MCP server over HTTP', () => {
  faultTest('CO03 whose connections are cut anywhere: nothing is done twice', async (random) => {
    const {proxy, peer, mcp, apply, call, look} = await createSite();
    proxy.plan(() => cutAnywhere(random));
    proxy.drop('end');
    const settled = await callUnderFaults({random, calls: callCount(40, 800), atOnce: 4, timeout: 20_000, call});
    expect(proxy.struck).toBeGreaterThan(0);
    expectDeclared(apply, settled);
    expectTruth(settled, peer.times);
    expect(Object.keys(tally(settled))).toEqual(expect.arrayContaining(['success', 'unknown']));
    proxy.plan({kind: 'none'});
    proxy.drop('end');
    await expectRecovery(look);
    await mcp.cleanup();
    await inTwoSeconds(() => proxy.open === 0);
    expect(proxy.open).toBe(0);
  });

  const lost: Readonly<Record<string, Fault>> = {
    CONNECTION_LOST: {kind: 'cut', way: 'reply', after: {request: '"tools/call"'}, by: 'reset'},
    OPERATION_TIMEOUT: {kind: 'lose', way: 'reply', after: {request: '"tools/call"'}},
  };
  for (const [code, fault] of Object.entries(lost)) {
    faultTest(
      `CO03 whose answers are lost (${code}): each is done once, and not known to have failed`,
      async (random) => {
        const {proxy, peer, apply, call, look} = await createSite(fault);
        const timeout = fault.kind === 'cut' ? 20_000 : 700;
        const settled = await callUnderFaults({random, calls: callCount(6, 100), atOnce: 6, timeout, call});
        expectDeclared(apply, settled);
        expectTruth(settled, peer.times);
        expect(settled.map(({result}) => [result.error?.code, result.error?.outcome])).toEqual(
          settled.map(() => [code, 'unknown']),
        );
        proxy.plan({kind: 'none'});
        proxy.drop('end');
        await expectRecovery(look);
      },
    );
  }

  faultTest('MC02 that stalls ends each call at its deadline', async (random) => {
    const {proxy, peer, call, look, mcp} = await createSite();
    proxy.plan({kind: 'stall'});
    proxy.strike({kind: 'stall'});
    const settled = await callUnderFaults({random, calls: callCount(8, 60), atOnce: 8, timeout: 700, call});
    expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
    // Neither the calls nor what told the server of their end stay under way.
    await inTwoSeconds(() => proxy.open === 0);
    expect(proxy.open).toBe(0);
    expectTruth(settled, peer.times);
    proxy.plan({kind: 'none'});
    proxy.drop('reset');
    await expectRecovery(look);
    await mcp.cleanup();
    await inTwoSeconds(() => proxy.open === 0);
    expect(proxy.open).toBe(0);
  });

  faultTest('that cannot be reached: nothing happens, and that is said', async (random) => {
    const {proxy, peer, apply, call, look} = await createSite();
    await proxy.refuseConnections();
    const kept = proxy.open;
    proxy.drop('end');
    const settled = await callUnderFaults({random, calls: callCount(8, 100), atOnce: 4, timeout: 20_000, call});
    expectDeclared(apply, settled);
    expectTruth(settled, peer.times);
    // A connection that was kept alive may break with the request on it; of all others it is known.
    const {not_executed: known = 0, unknown = 0} = tally(settled);
    expect([known + unknown, unknown <= kept]).toEqual([settled.length, true]);
    await proxy.acceptConnections();
    await expectRecovery(look);
  });

  faultTest(
    'MC01 that is killed and started again in the middle: nothing is done twice, and it works again',
    async (random) => {
      const {peer, proxy, mcp, apply, call, look} = await createSite();
      let restarting = Promise.resolve();
      const settled = await callUnderFaults({
        random,
        calls: callCount(40, 400),
        atOnce: 4,
        timeout: 20_000,
        call,
        onSettled: (count) => {
          if (count % 10 === 0) restarting = restarting.then(() => peer.kill()).then(() => peer.restart());
          return restarting;
        },
      });
      expectDeclared(apply, settled);
      expectTruth(settled, peer.times);
      expect(tally(settled)['success']).toBeGreaterThan(0);
      await expectRecovery(look);
      await mcp.cleanup();
      await inTwoSeconds(() => proxy.open === 0);
      expect(proxy.open).toBe(0);
    },
  );
});
