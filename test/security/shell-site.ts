import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {inspect} from 'node:util';

import {afterEach, expect} from '@jest/globals';

import type {AuditEntry} from '../../src/contract/services.js';
import {Runtime} from '../../src/sdk.js';
import type {ErrorObject, ToolResult} from '../../src/sdk.js';
import {useShell} from '../modules/shell/shell.js';
import type {ShellInput, ShellInstance} from '../modules/shell/shell.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {childrenAfterTwoSeconds} from '../support/processes.js';
import {useTempFolders} from '../support/temp-folder.js';

/** A shell in `base`, a folder outside, a marker that nothing may make, and secrets that nobody may see. */
export interface ShellSite {
  readonly base: string;
  readonly out: string;
  readonly shell: ShellInstance;
  readonly audit: readonly AuditEntry[];
  /** Executes what must be refused: soon, audited, with nothing started, changed or told. */
  refuses(input: object, ...codes: string[]): Promise<ErrorObject>;
  /** Executes what must fail, after it was started; answers the error, in which no secret is. */
  fails(input: object, code: string): Promise<ErrorObject>;
}

export const canary = 'canary-5d1e77b0-of-the-environment';

const spellings = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/, ''),
  Buffer.from(canary).toString('base64url'),
  Buffer.from(canary).toString('hex'),
];

/** No spelling of the secret is in a value, however it is looked at (SECURITY 1, assertion 3). */
export function expectNoCanary(value: unknown): void {
  const text = `${inspect(value, {depth: 12, showHidden: true, maxStringLength: Infinity})}${JSON.stringify(value)}`;
  for (const spelling of spellings) expect(text).not.toContain(spelling);
}

/** Gives a test file its sites; after each test it looks at what must not have happened. */
export function useShellSite(): (config: ShellInput) => Promise<ShellSite> {
  const checks: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const check of checks.splice(0)) await check();
    expect(await childrenAfterTwoSeconds()).toEqual([]);
  });
  const createShell = useShell();
  const tempFolder = useTempFolders();

  return async (config) => {
    const [base, out] = [await tempFolder({'inside/file': 'a'}), await tempFolder({secret: canary})];
    const audit: AuditEntry[] = [];
    const runtime = new Runtime({audit: {write: (entry) => void audit.push(entry)}});
    const shell = await createShell({basePath: base, secrets: {HAFT_CANARY: canary}, ...config}, runtime);
    const marker = join(base, 'M');
    checks.push(async () => {
      await Promise.resolve();
      expect(existsSync(marker)).toBe(false);
      expectNoCanary(audit);
    });
    const execute = (input: object): Promise<ToolResult> => shell.getTool('execute').execute(input as never);
    return {
      base,
      out,
      shell,
      audit,
      refuses: async (input, ...codes) => {
        const before = audit.length;
        const result = await doingNoHarm(out, () => execute(input));
        if (result.success) throw new Error(`${JSON.stringify(input)} was executed: ${JSON.stringify(result.data)}`);
        expect(codes).toContain(result.error.code);
        expect(result.error.outcome).toBe('not_executed');
        expectNoCanary(result);
        expect(audit.slice(before).at(-1)).toMatchObject({
          phase: 'outcome',
          callId: result.metadata.callId,
          success: false,
        });
        return result.error;
      },
      fails: async (input, code) => {
        const result = await execute(input);
        if (result.success) throw new Error(`${JSON.stringify(input)} succeeded`);
        expect(result.error.code).toBe(code);
        expectNoCanary(result);
        return result.error;
      },
    };
  };
}
