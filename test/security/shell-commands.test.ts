import {chmod, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inspect} from 'node:util';

import {describe, expect, test} from '@jest/globals';

import {cliKind} from '../../modules/shell/kinds/cli.js';
import type {AuditEntry} from '../../src/contract/services.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {ModuleFactory} from '../../src/factory/index.js';
import {Runtime} from '../../src/sdk.js';
import {failureOf} from '../factory/factory.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {errorOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

function program(command: string, tool: object, more: object = {}, runtime = new Runtime()): Promise<ModuleInstance> {
  const factory = new ModuleFactory({kinds: {cli: cliKind}, allow: ['sh', 'echo']});
  return factory.createFromConfig('p', {type: 'cli', command, tools: {run: tool}, ...more}, {}, {runtime});
}

describe('SH02: a command that is not allowed', () => {
  test.each(['cat', '/bin/sh', '/bin/../bin/sh', './sh', 'SH', 'sh ', ' sh', 'sh\0', 'sh -c', '', '../sh', 'sh;cat'])(
    '%j is refused when the config is read',
    async (command) => {
      const outside = await tempFolder({a: 'a'});
      const error = await doingNoHarm(outside, () => failureOf(program(command, {args: ['-c', 'exit 0'], input: {}})));
      expect(error).toMatchObject({code: 'INVALID_CONFIG', outcome: 'not_executed'});
    },
  );

  test('is not found in a folder of its own, which is no part of the PATH', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'evil'), '#!/bin/sh\ntouch M\n');
    await chmod(join(folder, 'evil'), 0o755);
    await symlink(join(folder, 'evil'), join(folder, 'echo'));
    const module = await program('echo', {args: ['hi'], input: {}, parse: 'text'}, {cwd: folder});
    expect(await module.getTool('run').call({})).toBe('hi\n');
  });

  test('benign twin: one that is allowed runs', async () => {
    const module = await program('sh', {args: ['-c', 'echo hi'], input: {}, parse: 'text'});
    expect(await module.getTool('run').call({})).toBe('hi\n');
  });
});

test('SH05 a program that could not be started says that nothing happened', async () => {
  const module = await program('echo', {args: ['{text}'], input: {text: 'string'}});
  const result = await module.getTool('run').execute({text: 'x'.repeat(3_000_000)});
  expect(errorOf(result)).toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'not_executed'});
});

describe('CO06: a secret that a message would cut', () => {
  const secret = `canary-${'a1b2c3d4'.repeat(20)}`;
  const part = 'a1b2c3d4a1b2c3d4';

  test.each([
    [
      'in the middle of what a program wrote last',
      {args: ['-c', 'echo $KEY; printf "%0400d" 0; exit 3'], input: {}},
      {},
    ],
    ['where there is too much', {args: ['-c', 'printf "%0950d" 0; echo $KEY; yes'], input: {}}, {}],
    ['where there should be JSON', {args: ['-c', 'printf "%0950d" 0; echo $KEY'], input: {}, parse: 'json'}, {}],
    [
      'in what validation received',
      {args: ['-c', 'exit 0', '{mode}'], input: {mode: {type: 'string', enum: ['a', 'b']}}},
      {mode: secret},
    ],
    ['in a value that is no option', {args: ['{value}'], input: {value: 'string'}}, {value: `-${secret}`}],
  ])('%s leaves no part of it', async (_name, tool, input) => {
    process.env['HAFT_CUT_SECRET'] = secret;
    try {
      const audited: AuditEntry[] = [];
      const runtime = new Runtime({audit: {write: (entry) => void audited.push(entry)}});
      const module = await program('sh', tool, {env: {KEY: {$env: 'HAFT_CUT_SECRET'}}, maxOutput: 100_000}, runtime);
      const result = await module.getTool('run').execute(input);
      expect(result.success).toBe(false);
      expect(inspect([result, audited], {depth: 12, maxStringLength: Infinity})).not.toContain(part);
    } finally {
      Reflect.deleteProperty(process.env, 'HAFT_CUT_SECRET');
    }
  });
});
