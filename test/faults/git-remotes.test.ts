import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect} from '@jest/globals';

import {useGit} from '../modules/git/git-fixture.js';
import type {GitInstance} from '../modules/git/git-fixture.js';
import {expectNoProcesses} from '../support/fault-processes.js';
import type {Random} from '../support/fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, repeatedly, tally} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {inTwoSeconds} from '../support/machine-time.js';
import {makeRepository, realGit} from '../support/git-repository.js';
import {useGitServers} from '../support/git-server.js';
import {useTcpProxies} from '../support/tcp-proxy.js';
import type {Fault, TcpProxy, Way} from '../support/tcp-proxy.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const createGit = useGit();
const servers = useGitServers();
const tcpProxy = useTcpProxies();
watchProcess();

interface Site {
  readonly proxy: TcpProxy;
  readonly git: GitInstance;
  readonly base: string;
  /** The repository at the server. */
  readonly shared: string;
  readonly url: string;
}

type Protocol = 'http' | 'git';

/** `shared.git` at a real git server behind a proxy; its objects are some 60 KB that nothing makes smaller. */
async function createSite(random: Random, protocol: Protocol = 'http'): Promise<Site> {
  const [root, folder, base] = [await tempFolder(), await tempFolder(), await tempFolder()];
  const noise = Array.from({length: 8000}, () => random.word()).join('');
  await makeRepository(folder, [
    {message: 'One', files: {'a.txt': '1\n'}},
    {message: 'Two', files: {'noise.txt': noise}},
  ]);
  const shared = join(root, 'shared.git');
  await realGit(root, ['clone', '--quiet', '--bare', folder, shared]);
  await realGit(shared, ['config', 'http.receivepack', 'true']);
  const {host} = protocol === 'http' ? await servers.http(root) : await servers.daemon(root);
  const proxy = await tcpProxy(Number(host.split(':')[1]));
  const address = `${proxy.host}:${String(proxy.port)}`;
  const git = await createGit(base, {allowedProtocols: [protocol], allowedHosts: [address]});
  return {proxy, git, base, shared, url: `${protocol}://${address}/shared.git`};
}

/** Nothing of git runs any more, on our side or at the server. */
async function expectQuiet({base, shared, url}: Site): Promise<void> {
  // A git daemon itself stays, which listens at a port.
  for (const text of [base, join(shared, '..'), url]) await expectNoProcesses(text, '--port=');
}

const cutAnywhere = (random: Random, {request, reply}: Readonly<Record<Way, number>>): Fault => {
  const way = random.pick(['request', 'reply'] as const);
  return {kind: 'cut', way, after: random.between(0, {request, reply}[way]), by: random.pick(['reset', 'end'])};
};

describe('git.clone', () => {
  const faults: Readonly<Record<string, (random: Random) => Fault>> = {
    'is cut anywhere': (random) => cutAnywhere(random, {request: 1000, reply: 70_000}),
    'is refused': () => ({kind: 'refuse'}),
    'is slow': () => ({kind: 'slow', way: 'reply', bytesPerSecond: 400_000}),
  };
  for (const [fault, planned] of Object.entries(faults)) {
    faultTest(`whose connection ${fault} leaves a whole repository or none`, async (random) => {
      const site = await createSite(random);
      const {git, proxy, base, url, shared} = site;
      proxy.plan(() => planned(random));
      const tool = git.getTool('clone');
      const call = (id: string, options: object) => tool.execute({url, directory: id}, options);
      const settled = await callUnderFaults({random, calls: callCount(8, 200), atOnce: 4, timeout: 20_000, call});
      expect(proxy.struck).toBeGreaterThan(0);
      expectDeclared(tool, settled);
      expectTruth(settled, (id) => (existsSync(join(base, id)) ? 1 : 0));
      if (fault === 'is slow') expect(tally(settled)).toEqual({success: settled.length});
      if (fault === 'is refused') expect(tally(settled)).not.toHaveProperty('success');
      const head = await realGit(shared, ['rev-parse', 'HEAD']);
      const whole = settled.filter(({result}) => result.success).map(({id}) => id);
      expect((await readdir(base)).sort()).toEqual(whole.sort());
      for (const id of whole) {
        expect(await realGit(join(base, id), ['rev-parse', 'HEAD'])).toBe(head);
        expect(await realGit(join(base, id), ['status', '--porcelain'])).toBe('');
      }
      await expectQuiet(site);
      proxy.plan({kind: 'none'});
      await expectRecovery(() => tool.execute({url, directory: 'after'}));
    });
  }

  faultTest(
    'GIT08: of a server that falls silent at any point ends at its deadline, and leaves nothing',
    async (random) => {
      const site = await createSite(random);
      const {git, proxy, base, url} = site;
      proxy.plan(() => ({kind: 'lose', way: random.pick(['request', 'reply']), after: random.between(0, 500)}));
      const tool = git.getTool('clone');
      const call = (id: string, options: object) => tool.execute({url, directory: id}, options);
      const settled = await callUnderFaults({random, calls: callCount(4, 60), atOnce: 4, timeout: 1500, call});
      expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
      // On a busy machine git needs longer to end than a call waits for it.
      await inTwoSeconds(async () => (await readdir(base)).length === 0);
      expect(await readdir(base)).toEqual([]);
      await expectQuiet(site);
      proxy.plan({kind: 'none'});
      await expectRecovery(() => tool.execute({url, directory: 'after'}));
    },
  );
});

describe('git.push', () => {
  interface Pushes {
    readonly calls: number;
    readonly atOnce?: number;
    readonly protocol?: Protocol;
    /** Whether a call is cancelled now, with so many settled before it. */
    readonly cancel?: (proxy: TcpProxy, settled: number) => boolean;
  }

  /** Makes pushes of new commits, each to a branch of its own at the server. */
  async function pushUnder(random: Random, planned: () => Fault, {calls, atOnce = 3, protocol, cancel}: Pushes) {
    const site = await createSite(random, protocol);
    const {git, proxy, url, shared} = site;
    const repository = await git.clone({url, directory: 'mine'});
    proxy.plan(planned);
    const tool = git.getTool('push');
    let count = 0;
    const call = async (id: string, options: object) => {
      await git.commit({repository, message: id, allowEmpty: true});
      const controller = new AbortController();
      const pushing = tool.execute({repository, branch: 'main', target: id}, {...options, signal: controller.signal});
      const stop = cancel && repeatedly(() => cancel(proxy, count) && controller.abort());
      return pushing.finally(stop);
    };
    const onSettled = (settled: number): void => void (count = settled);
    const settled = await callUnderFaults({random, calls, atOnce, timeout: 20_000, call, onSettled});
    expect(proxy.struck).toBeGreaterThan(0);
    expectDeclared(tool, settled);
    await expectQuiet(site);
    const branches = (await realGit(shared, ['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).split('\n');
    expectTruth(settled, (id) => branches.filter((branch) => branch === id).length);
    expect(await realGit(shared, ['fsck', '--strict'])).toBe('');
    proxy.plan({kind: 'none'});
    await expectRecovery(async () => tool.execute({repository, branch: 'main', target: 'after'}));
    return {settled, branches};
  }

  for (const protocol of ['http', 'git'] as const) {
    faultTest(`by ${protocol} whose connection is cut anywhere says what the server has`, async (random) => {
      const cut = (): Fault => cutAnywhere(random, {request: 1500, reply: 1500});
      const {settled} = await pushUnder(random, cut, {calls: callCount(9, 200), protocol});
      expect(tally(settled)).not.toEqual({success: settled.length});
    });
  }

  faultTest('CO03: whose answer is lost is not known to have failed', async (random) => {
    const lost: Fault = {kind: 'cut', way: 'reply', after: {request: 'POST /shared.git/git-receive-pack'}, by: 'reset'};
    const {settled, branches} = await pushUnder(random, () => lost, {calls: callCount(3, 60)});
    expect(settled.filter(({id}) => branches.includes(id))).toHaveLength(settled.length);
    expect(tally(settled)).toEqual({unknown: settled.length});
  });

  faultTest(
    'whose answer never comes ends when its caller gives up, and is not known to have failed',
    async (random) => {
      const lost: Fault = {kind: 'lose', way: 'reply', after: {request: 'POST /shared.git/git-receive-pack'}};
      const {settled, branches} = await pushUnder(random, () => lost, {
        calls: callCount(2, 30),
        atOnce: 1,
        cancel: ({struck}, count) => struck > count,
      });
      expect(settled.filter(({id}) => branches.includes(id))).toHaveLength(settled.length);
      expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_CANCELLED'));
      expect(tally(settled)).toEqual({unknown: settled.length});
    },
  );
});

describe('git.fetch', () => {
  faultTest('from a server that is gone in the middle and comes back leaves a sound repository', async (random) => {
    const site = await createSite(random);
    const {git, proxy, base, url, shared} = site;
    const repository = await git.clone({url, directory: 'mine', depth: 1});
    const tool = git.getTool('fetch');
    proxy.plan(() => ({kind: 'slow', way: 'reply', bytesPerSecond: random.between(2000, 20_000)}));
    const call = (_id: string, options: object) => tool.execute({repository, unshallow: true}, options);
    const settled = await callUnderFaults({
      random,
      calls: callCount(5, 100),
      atOnce: 2,
      timeout: 10_000,
      call: async (id, options) => {
        const fetching = call(id, options);
        const gone = random.between(5, 400);
        await Promise.race([fetching, new Promise((settle) => setTimeout(settle, gone))]);
        await proxy.refuseConnections();
        proxy.drop(random.pick(['reset', 'end']));
        const result = await fetching;
        await proxy.acceptConnections();
        return result;
      },
    });
    expectDeclared(tool, settled);
    expect(tally(settled)).not.toEqual({success: settled.length});
    await expectQuiet(site);
    expect(await realGit(join(base, 'mine'), ['fsck'])).toBe('');
    expect((await readdir(join(base, 'mine/.git/objects/pack'))).filter((name) => name.includes('tmp_'))).toEqual([]);
    proxy.plan({kind: 'none'});
    await expectRecovery(() => call('after', {}));
    expect(await realGit(join(base, 'mine'), ['rev-list', '--count', 'origin/main'])).toBe(
      await realGit(shared, ['rev-list', '--count', 'main']),
    );
  });
});
