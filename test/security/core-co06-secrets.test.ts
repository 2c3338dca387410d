import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {inspect} from 'node:util';

import {describe, expect, test} from '@jest/globals';

import {JsonlAuditSink} from '../../src/index.js';
import {defineHandle, defineModule, defineTool, Runtime, ToolError} from '../../src/sdk.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

const canary = 'CANARY/7f3a "s€cret"+=';
const bytes = Buffer.from(canary);
/** Every spelling in which it could come back (SECURITY 1, assertion 3). */
const spellings: readonly string[] = [
  canary,
  encodeURIComponent(canary),
  bytes.toString('base64'),
  bytes.toString('base64url'),
  bytes.toString('hex'),
  JSON.stringify(canary).slice(1, -1),
];

function expectNoCanary(where: string, shown: string): void {
  for (const spelling of spellings) {
    if (shown.includes(spelling))
      throw new Error(
        `The canary is in ${where}: …${shown.slice(Math.max(0, shown.indexOf(spelling) - 80), shown.indexOf(spelling) + 80)}…`,
      );
  }
}

const session = defineHandle('session', {description: 'A session'});

/** Ways in which a client gives away the token that it holds. */
const leaks: Readonly<Record<string, (token: string) => unknown>> = {
  'in its data': (token) => ({echo: [token], nested: {header: `Bearer ${token}`}}),
  'as a key of its data': (token) => ({[token]: 1}),
  'in base64 in its data': (token) => ({basic: Buffer.from(token).toString('base64')}),
  'in a message': (token) => {
    throw new Error(`401 for ${token}`);
  },
  'in a message, percent-encoded': (token) => {
    throw new Error(`GET https://example.com/?q=${encodeURIComponent(token)}`);
  },
  'in a text that is thrown': (token) => {
    throw `bad token ${token}`;
  },
  'in a cause': (token) => {
    throw new Error('failed', {cause: new Error(token, {cause: {headers: {authorization: token}}})});
  },
  'in the name of an error': (token) => {
    throw Object.assign(new Error('x'), {name: token, code: token});
  },
  'in its context': (token) => {
    throw new ToolError('OPERATION_FAILED', 'x', {
      context: {request: {headers: {Authorization: token}}},
      suggestions: [`Check ${token}`],
    });
  },
  'in a failure that is thrown': (token) => {
    throw {success: false, error: {code: 'OPERATION_FAILED', message: token, details: {context: {token}}}};
  },
  'in its answer, which is no JSON': (token) => ({[token]: 1n}),
  'in a warning, a log line and its progress': () => null,
};

const ask = defineTool({
  name: 'ask',
  description: 'Ask the service',
  input: {how: 'string', hint: 'string?'},
  run: (module: {config: {token: string}}, {how}, call) => {
    call.warn(`with ${module.config.token}`);
    call.log(`using ${module.config.token}`, {token: module.config.token, note: module.config.token});
    call.progress(`sending ${module.config.token}`);
    return leaks[how]?.(module.config.token);
  },
});

const Service = defineModule({
  name: 'service',
  module: 'ServiceModule',
  description: 'A service with a token',
  config: {token: {type: 'string', secret: true, required: true}, url: 'string?'},
  handles: [session],
  tools: [ask],
  check: () => {
    throw new Error(`not reachable with ${canary}`);
  },
});

describe('CO06: a secret of the config', () => {
  test.each(Object.keys(leaks))('that the client gives away %s is in no result, event, line or print', async (how) => {
    const before = process.env['HAFT_DEBUG'];
    const folder = await tempFolder();
    const runtime = new Runtime({audit: new JsonlAuditSink(folder)});
    const seen: unknown[] = [];
    for (const event of ['call:start', 'call:end', 'call:progress', 'log'] as const)
      runtime.on(event, (it) => seen.push(it));
    const service = await Service.create({token: canary}, runtime);
    try {
      process.env['HAFT_DEBUG'] = '1';
      const onProgress = (progress: unknown): void => void seen.push(progress);
      const result = await service.getTool('ask').execute({how, hint: `is it ${canary}?`}, {onProgress});
      const keyed = {idempotencyKey: 'once'};
      const once = await service.getTool('ask').execute({how}, keyed);
      const repeated = await service.getTool('ask').execute({how}, keyed);
      const thrown: unknown = await service.ask({how}).catch((error: unknown) => error);
      const health = await service.healthCheck();
      for (const [where, value] of Object.entries({
        result,
        once,
        repeated,
        thrown,
        health,
        seen,
        service,
        config: service.config,
        metadata: service.getMetadata(),
      })) {
        expectNoCanary(where, inspect(value, {depth: 20, maxStringLength: Infinity}));
        expectNoCanary(`${where} as JSON`, JSON.stringify(value) ?? '');
      }
      expectNoCanary('the stack', thrown instanceof Error ? (thrown.stack ?? '') : '');
    } finally {
      if (before === undefined) delete process.env['HAFT_DEBUG'];
      else process.env['HAFT_DEBUG'] = before;
      await runtime.close();
    }
    for (const file of readdirSync(folder)) expectNoCanary('the audit log', readFileSync(join(folder, file), 'utf8'));
  });

  test('its neighbours are shown: the rest of a message, and data without it', async () => {
    const service = await Service.create({token: canary});
    const result = await service.getTool('ask').execute({how: 'in a message'});
    expect(result).toMatchObject({success: false, error: {message: '401 for [redacted]'}});
  });
});

describe('CO06: secrets in arguments', () => {
  const login = defineTool({
    name: 'login',
    description: 'Log in',
    input: {user: 'string', password: 'string', options: 'object?'},
    run: () => {
      throw new Error('refused');
    },
  });
  const Login = defineModule({name: 'login', module: 'LoginModule', description: 'x', tools: [login]});

  test('that are named like secrets are in no error and no audit line', async () => {
    const folder = await tempFolder();
    const runtime = new Runtime({audit: new JsonlAuditSink(folder)});
    const module = await Login.create({}, runtime);
    const inputs = [
      {user: 'ada', password: canary, options: {headers: {Authorization: canary, 'x-api-key': canary}}},
      {user: 5, password: canary},
      {user: 'ada', password: [canary]},
      {user: 'ada', password: canary, options: {accessToken: canary}, more: 1},
    ];
    for (const input of inputs) {
      const result = await module.getTool('login').execute(input as never);
      expect(result.success).toBe(false);
      expectNoCanary('the result', inspect(result, {depth: 20}));
    }
    await runtime.close();
    for (const file of readdirSync(folder)) expectNoCanary('the audit log', readFileSync(join(folder, file), 'utf8'));
  });
});
