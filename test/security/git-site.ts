import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {inspect} from 'node:util';

import {afterEach, expect} from '@jest/globals';

import {processTree} from '../../src/processes/process-tree.js';
import {Runtime} from '../../src/sdk.js';
import type {ErrorObject, ToolResult} from '../../src/sdk.js';
import type {GitInstance} from '../modules/git/git-fixture.js';
import {useGit} from '../modules/git/git-fixture.js';
import {makeRepository} from '../support/git-repository.js';
import {inTwoSeconds, timeOf} from '../support/machine-time.js';
import {useTempFolders} from '../support/temp-folder.js';
import {treeHash} from '../support/tree-hash.js';

type AuditEntry = {readonly phase: string; readonly callId: string; readonly decision: unknown};
type Config = NonNullable<Parameters<ReturnType<typeof useGit>>[1]>;

/** A repository `base/p` with one commit, a folder outside with a secret, and a marker that nothing may make. */
export interface Site {
  readonly base: string;
  readonly folder: string;
  readonly out: string;
  readonly marker: string;
  readonly git: GitInstance;
  readonly repository: Awaited<ReturnType<GitInstance['open']>>;
  /** Calls a tool; asserts that it fails with one of the codes, soon, audited, and without a word of the secret. */
  refuses(tool: string, input: Readonly<Record<string, unknown>>, ...codes: string[]): Promise<ErrorObject>;
  /** Calls a tool as it is meant; asserts that it succeeds. */
  allows(tool: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export const canary = 'canary-7f3a91c2';
const spellings = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
  Buffer.from(canary).toString('base64url'),
  Buffer.from(canary).toString('hex'),
];

/** Asserts that no spelling of the canary secret is in a value, however it is looked at (SECURITY 1, assertion 3). */
export function expectNoCanary(value: unknown): void {
  const text = `${inspect(value, {depth: 12, showHidden: true})}${JSON.stringify(value) ?? ''}`;
  for (const spelling of spellings) expect(text).not.toContain(spelling);
}

/** Gives a test file its sites; after each test it looks at everything that must not have happened (SECURITY 1). */
export function useSite(): (config?: Config) => Promise<Site> {
  const checks: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const check of checks.splice(0)) await check();
  });
  const tempFolder = useTempFolders();
  const createGit = useGit();
  const prototype = Object.getOwnPropertyNames(Object.prototype).join();

  return async (config = {}) => {
    const base = await tempFolder();
    const out = await tempFolder({secret: canary, 'repo/keep': ''});
    await makeRepository(join(out, 'repo'), [{message: 'Outside', files: {'secret.txt': canary}}]);
    const folder = join(base, 'p');
    await makeRepository(folder, [{message: 'One', files: {'a.txt': 'a\n'}}]);
    const marker = join(base, 'M');
    const audit: AuditEntry[] = [];
    const runtime = new Runtime({audit: {write: (entry: AuditEntry) => void audit.push(entry)}});
    const git = await createGit(base, config, runtime);
    const repository = await git.open({path: 'p'});
    const before = await treeHash(out);

    checks.push(async () => {
      expect(await treeHash(out)).toBe(before);
      expect(existsSync(marker)).toBe(false);
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(prototype);
      expectNoCanary(audit);
      await expectNoChildren();
    });

    const call = async (tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult> => {
      const result = await git.getTool(tool as 'commit').execute(input as never);
      const lines = audit.filter(({callId}) => callId === result.metadata.callId);
      expect(lines.filter(({phase, decision}) => phase === 'outcome' && decision !== undefined)).toHaveLength(1);
      return result;
    };
    return {
      base,
      folder,
      out,
      marker,
      git,
      repository,
      async refuses(tool, input, ...codes) {
        const {answer: result, took} = await timeOf(() => call(tool, input));
        expect(took).toBeLessThan(2000);
        if (result.success) throw new Error(`${tool} took ${JSON.stringify(input)}`);
        expect([JSON.stringify(input), ...codes]).toContain(result.error.code);
        expect(['not_executed', 'failed']).toContain(result.error.outcome);
        const {codes: declared} = git.getTool(tool as 'commit').getMetadata().output.error;
        expect(Object.keys(declared)).toContain(result.error.code);
        expectNoCanary(result);
        return result.error;
      },
      async allows(tool, input) {
        const result = await call(tool, input);
        if (!result.success) throw new Error(`${tool}: ${result.error.code}: ${result.error.message}`);
        return result.data;
      },
    };
  };
}

/** No process that a call started is left after 2 s (assertion 6). */
export async function expectNoChildren(): Promise<void> {
  let left: number[] = [];
  await inTwoSeconds(async () => (left = await processTree(process.pid)).length === 1);
  expect(left).toEqual([process.pid]);
}
