import {spawn} from 'node:child_process';
import type {ChildProcessByStdio} from 'node:child_process';
import {once} from 'node:events';
import {chmod, cp, mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {afterAll, beforeAll} from '@jest/globals';
import {makeTempFolder} from '../support/temp-folder.js';
import {transpileSources} from '../support/transpile-sources.js';
import type {HaftRun} from './run-haft.js';

/** The command as a program of its own, made from the sources. */
export interface BuiltHaft {
  /** Absolute; for `node`. */
  readonly main: string;
  /** A folder for the PATH, with `haft` in it. */
  readonly bin: string;
  /** A folder for what shells keep. */
  readonly cache: string;
}

/** Builds the command once for a test file; what it answers is there when a test runs. */
export function useBuiltHaft(): BuiltHaft {
  const built = {main: '', bin: '', cache: ''};
  let folder = '';
  beforeAll(async () => {
    folder = await makeTempFolder('haft-cli-');
    await transpileSources(folder, ['src', 'modules']);
    await cp('package.json', join(folder, 'package.json'));
    await symlink(resolve('configs'), join(folder, 'configs'));
    Object.assign(built, {
      main: join(folder, 'src/cli/main.js'),
      bin: join(folder, 'bin'),
      cache: join(folder, 'cache'),
    });
    await mkdir(built.bin);
    const script = `#!/bin/sh\nexec "${process.execPath}" "${built.main}" "$@"\n`;
    await writeFile(join(built.bin, 'haft'), script);
    await chmod(join(built.bin, 'haft'), 0o755);
  }, 120_000);
  afterAll(async () => {
    await rm(folder, {recursive: true, force: true});
  });
  return built;
}

/** The environment of a shell that finds the command and keeps nothing in the home of who runs the tests. */
export function shellEnvironment(
  {bin, cache}: BuiltHaft,
  env: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: cache,
    XDG_CACHE_HOME: cache,
    TERM: 'xterm',
    LC_ALL: 'C.UTF-8',
    ...env,
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts the command, its streams being pipes. */
export function startHaft({main}: BuiltHaft, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Child {
  return spawn(process.execPath, [main, ...argv], {
    cwd,
    env: {...process.env, NODE_OPTIONS: '', ...env},
    stdio: 'pipe',
  });
}

/** What a process has written when it has ended. */
export async function finish(child: Child): Promise<HaftRun> {
  const written = {stdout: '', stderr: ''};
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return {code, ...written};
}
