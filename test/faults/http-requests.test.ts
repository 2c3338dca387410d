import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {FileSystemModule} from '../../modules/filesystem/index.js';
import {HttpModuleDefinition} from '../../modules/http/index.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
import {largeText, useEffectServers} from '../support/fault-http-server.js';
import type {Random} from '../support/fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, tally} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {inTwoSeconds} from '../support/machine-time.js';
import {useTcpProxies} from '../support/tcp-proxy.js';
import type {Fault} from '../support/tcp-proxy.js';
import {useTempFolders} from '../support/temp-folder.js';

const effectServer = useEffectServers();
const tcpProxy = useTcpProxies();
const tempFolder = useTempFolders();
const made: {cleanup(): Promise<void>}[] = [];
afterEach(async () => {
  for (const http of made.splice(0)) await http.cleanup();
});
watchProcess();

/** A module that retries what it may, in front of a server that counts. */
async function createSite(planned: Fault | ((random: Random) => Fault) = {kind: 'none'}, random?: Random) {
  const server = await effectServer();
  const proxy = await tcpProxy(server.port);
  proxy.plan(typeof planned === 'function' ? () => planned(random!) : planned);
  const folder = await tempFolder();
  const files = await FileSystemModule.create({basePath: folder, permissions: 'read-write'});
  made.push(files);
  const http = await HttpModuleDefinition.create({
    files,
    baseURL: `http://${proxy.host}:${String(proxy.port)}`,
    retry: {maxRetries: 3, baseDelay: 1, maxDelay: 10},
  });
  made.push(http);
  const post = http.getTool('post') as unknown as Tool;
  const get = http.getTool('get') as unknown as Tool;
  return {
    server,
    proxy,
    folder,
    http,
    post,
    get,
    write: (id: string, options: object): Promise<ToolResult> => post.execute({url: '/effects', data: {id}}, options),
    read: (id: string, options: object = {}): Promise<ToolResult> => get.execute({url: `/things/${id}`}, options),
    /** Nothing of the module is connected any more. */
    async expectClosed(): Promise<void> {
      await http.cleanup();
      await inTwoSeconds(() => proxy.open === 0);
      expect(proxy.open).toBe(0);
    },
  };
}

const cutAnywhere = (random: Random): Fault => ({
  kind: 'cut',
  way: random.pick(['request', 'reply']),
  after: random.between(0, 3000),
  by: random.pick(['reset', 'end']),
});

describe('http.post', () => {
  faultTest('CO03 whose connection is cut anywhere happens once at most, and what it says is true', async (random) => {
    const {server, proxy, post, write, read, expectClosed} = await createSite(cutAnywhere, random);
    const settled = await callUnderFaults({
      random,
      calls: callCount(60, 2000),
      atOnce: 6,
      timeout: 20_000,
      call: write,
    });
    expect(proxy.struck).toBeGreaterThan(0);
    expectDeclared(post, settled);
    expectTruth(settled, server.times);
    expect(Object.keys(tally(settled))).toEqual(expect.arrayContaining(['success', 'unknown']));
    proxy.plan({kind: 'none'});
    proxy.drop('end');
    await expectRecovery(() => read('after'));
    await expectClosed();
  });

  const lost: Readonly<Record<string, Fault>> = {
    CONNECTION_LOST: {kind: 'cut', way: 'reply', after: {request: 'POST /effects'}, by: 'reset'},
    OPERATION_TIMEOUT: {kind: 'lose', way: 'reply', after: {request: 'POST /effects'}},
  };
  for (const [code, fault] of Object.entries(lost)) {
    faultTest(`CO03 whose answer is lost (${code}) happened once, and is not known to have failed`, async (random) => {
      const {server, proxy, post, write, read, expectClosed} = await createSite(fault);
      const timeout = fault.kind === 'cut' ? 20_000 : 600;
      const settled = await callUnderFaults({random, calls: callCount(12, 200), atOnce: 6, timeout, call: write});
      expectDeclared(post, settled);
      expectTruth(settled, server.times);
      expect(settled.map(({result}) => [result.error?.code, result.error?.outcome])).toEqual(
        settled.map(() => [code, 'unknown']),
      );
      proxy.plan({kind: 'none'});
      await expectRecovery(() => read('after'));
      await expectClosed();
    });
  }

  faultTest('CO03 with a key is one call, also when its answer is lost', async (random) => {
    const {server, write, expectClosed} = await createSite(lost['CONNECTION_LOST']);
    const call = async (id: string, options: object): Promise<ToolResult> => {
      const keyed = {...options, idempotencyKey: id};
      const [first, second] = await Promise.all([write(id, keyed), write(id, keyed)]);
      const third = await write(id, keyed);
      expect([second.error?.code, third.error?.outcome]).toEqual([first.error?.code, first.error?.outcome]);
      return third;
    };
    const settled = await callUnderFaults({random, calls: callCount(10, 200), atOnce: 5, timeout: 20_000, call});
    expectTruth(settled, server.times);
    expect(settled.map(({id}) => server.times(id))).toEqual(settled.map(() => 1));
    await expectClosed();
  });

  faultTest('to a server that crashes with the effect done and comes back is never made twice', async (random) => {
    const {server, post, write, read, expectClosed} = await createSite();
    let applied = 0;
    let restarting = Promise.resolve();
    server.onApplied = () => {
      if (++applied % 7 === 0) restarting = restarting.then(() => server.crash()).then(() => server.restart());
    };
    const settled = await callUnderFaults({
      random,
      calls: callCount(60, 1000),
      atOnce: 6,
      timeout: 20_000,
      call: write,
      onSettled: () => restarting,
    });
    await restarting;
    expectDeclared(post, settled);
    expectTruth(settled, server.times);
    expect(tally(settled)['unknown']).toBeGreaterThan(0);
    await expectRecovery(() => read('after'));
    await expectClosed();
  });

  faultTest('to a server that is not there did not happen, and that is said', async (random) => {
    const {server, proxy, post, write, read} = await createSite();
    await proxy.refuseConnections();
    const settled = await callUnderFaults({random, calls: callCount(12, 200), atOnce: 4, timeout: 20_000, call: write});
    expectDeclared(post, settled);
    expect(tally(settled)).toEqual({not_executed: settled.length});
    expect(server.requests).toBe(0);
    await proxy.acceptConnections();
    await expectRecovery(() => read('after'));
  });
});

describe('http.get', () => {
  faultTest(
    'HT07 of a server that stalls, drips or falls silent ends at its deadline with its connection',
    async (random) => {
      const faults: readonly Fault[] = [
        {kind: 'stall'},
        {kind: 'slow', way: 'reply', bytesPerSecond: 50},
        {kind: 'lose', way: 'reply', after: 100},
        {kind: 'lose', way: 'request', after: 10},
      ];
      const {proxy, get, read} = await createSite(() => random.pick(faults), random);
      const settled = await callUnderFaults({random, calls: callCount(16, 200), atOnce: 16, timeout: 600, call: read});
      expectDeclared(get, settled);
      expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
      expect(tally(settled)).not.toHaveProperty('unknown');
      await inTwoSeconds(() => proxy.open === 0);
      expect(proxy.open).toBe(0);
      proxy.plan({kind: 'none'});
      await expectRecovery(() => read('after'));
    },
  );

  faultTest('through a slow and late network arrives whole', async (random) => {
    const slow = (): Fault =>
      random.pick([
        {kind: 'delay', ms: random.between(1, 20)},
        {kind: 'slow', way: 'reply', bytesPerSecond: 20_000},
        {kind: 'slow', way: 'request', bytesPerSecond: 5000},
      ] as const);
    const {proxy, read} = await createSite(slow, random);
    const settled = await callUnderFaults({random, calls: callCount(24, 400), atOnce: 6, timeout: 20_000, call: read});
    expect(proxy.struck).toBeGreaterThan(0);
    expect(settled.map(({result}) => (result.data as {data: unknown} | undefined)?.data)).toEqual(
      settled.map(({id}) => ({id, padding: 'x'.repeat(1000)})),
    );
  });

  faultTest('that nobody waits for any more, at any moment, leaves no connection under way', async (random) => {
    const {proxy, write, read, expectClosed, server} = await createSite({kind: 'delay', ms: 5});
    const settled = await callUnderFaults({
      random,
      calls: callCount(40, 800),
      atOnce: 8,
      timeout: 20_000,
      call: (id, options) => {
        const controller = new AbortController();
        const make = random.next() < 0.5 ? read : write;
        const calling = make(id, {...options, signal: controller.signal});
        const timer = setTimeout(() => controller.abort(), random.between(0, 30));
        return calling.finally(() => clearTimeout(timer));
      },
    });
    const codes = new Set(settled.flatMap(({result}) => (result.success ? [] : [result.error.code])));
    expect([...codes]).toEqual(['OPERATION_CANCELLED']);
    const written = settled.filter(({result}) => result.metadata.tool.endsWith('post'));
    await inTwoSeconds(() => written.every(({id, result}) => !result.success || server.times(id) === 1));
    expectTruth(written, server.times);
    proxy.plan({kind: 'none'});
    await expectRecovery(() => read('after'));
    await expectClosed();
  });

  faultTest('under way when its module ends settles at once', async (random) => {
    const {http, read, proxy} = await createSite({kind: 'lose', way: 'reply', after: 0});
    const settling = callUnderFaults({random, calls: 8, atOnce: 8, timeout: 20_000, call: read});
    await inTwoSeconds(() => proxy.struck === 8);
    await http.cleanup();
    const settled = await settling;
    expect(tally(settled)).not.toHaveProperty('success');
    await inTwoSeconds(() => proxy.open === 0);
    expect(proxy.open).toBe(0);
  });
});

describe('http.download', () => {
  faultTest('whose connection is cut anywhere, or is given up, leaves a whole file or none', async (random) => {
    const cut = (): Fault => ({
      kind: 'cut',
      way: 'reply',
      after: random.between(0, 150_000),
      by: random.pick(['reset', 'end']),
    });
    const {http, proxy, folder, expectClosed} = await createSite(cut, random);
    const download = http.getTool('download') as unknown as Tool;
    const call = (id: string, options: object): Promise<ToolResult> => {
      const controller = new AbortController();
      const downloading = download.execute({url: `/files/${id}`, to: id}, {...options, signal: controller.signal});
      const timer = random.next() < 0.2 ? setTimeout(() => controller.abort(), random.between(0, 30)) : undefined;
      return downloading.finally(() => clearTimeout(timer));
    };
    const settled = await callUnderFaults({random, calls: callCount(40, 600), atOnce: 4, timeout: 20_000, call});
    expect(proxy.struck).toBeGreaterThan(0);
    expectDeclared(download, settled);
    const whole = settled.filter(({result}) => result.success).map(({id}) => id);
    expect([whole.length > 0, whole.length < settled.length]).toEqual([true, true]);
    const names = async (): Promise<string> => (await readdir(folder)).sort().join();
    await inTwoSeconds(async () => (await names()) === whole.sort().join());
    expect(await names()).toBe(whole.sort().join());
    for (const id of whole) expect(await readFile(join(folder, id), 'utf8')).toBe(`${id}${largeText}`);
    await expectClosed();
  });
});
