import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/sdk.js';
import {timeOf} from '../support/machine-time.js';
import {isAlive, linesOf, scripted, soon, useMcp, warningsOf} from '../support/mcp.js';
import {useTempFolders} from '../support/temp-folder.js';

const connect = useMcp();
const tempFolder = useTempFolders();
const mebibyte = 1 << 20;

describe('a server that ends in the middle of a call', () => {
  test('MC01 the calls under way are lost with outcome unknown, and not repeated', async () => {
    const log = join(await tempFolder(), 'log');
    const mcp = await connect({server: scripted({log})});
    const others = [mcp.getTool('hang').execute({}), mcp.getTool('hang').execute({})];
    const result = await mcp.getTool('effectThenExit').execute({value: 'effect'});
    expect(result).toMatchObject({
      success: false,
      error: {code: 'CONNECTION_LOST', outcome: 'unknown', details: {context: {exitCode: 3}}},
      metadata: {attempts: 1},
    });
    for (const other of await Promise.all(others)) {
      expect(other).toMatchObject({success: false, error: {code: 'CONNECTION_LOST', outcome: 'unknown'}});
    }
    // The next call starts the server again, and says so.
    const next = await mcp.getTool('echo').execute({message: 'hello'});
    expect(next).toMatchObject({
      success: true,
      data: {text: 'hello'},
      metadata: {warnings: [expect.stringMatching(/restart 1/)]},
    });
    expect(mcp.serverInfo()).toMatchObject({restarts: 1});
    expect((await linesOf(log)).filter((line) => line === 'effect')).toEqual(['effect']);
    expect((await mcp.getTool('echo').execute({message: 'again'})).metadata.warnings).toBeUndefined();
  });

  test('MC01 what it said last on stderr is told, without secrets', async () => {
    const server = {command: process.execPath, args: scripted().args, env: {MY_TOKEN: 'last words'}};
    const mcp = await connect({server});
    const result = await mcp.getTool('exit').execute({code: 5});
    expect(result).toMatchObject({
      error: {details: {context: {exitCode: 5, stderr: expect.stringContaining('of the server')}}},
    });
    expect(JSON.stringify(result)).not.toContain('last words');
  });

  test('MC01 after too many restarts in a row it is left alone, until a person begins again', async () => {
    const mcp = await connect({server: scripted(), reconnect: {attempts: 2, delay: 1}});
    for (let call = 0; call < 3; call++) {
      expect(await mcp.getTool('exit').execute({code: 1})).toMatchObject({error: {code: 'CONNECTION_LOST'}});
    }
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({
      error: {code: 'RESOURCE_UNAVAILABLE', outcome: 'not_executed', details: {context: {restarts: 2}}},
    });
    await mcp.reconnect();
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({success: true});
  });

  test('MC01 with no restarts wanted, nothing is started again', async () => {
    const mcp = await connect({server: scripted(), reconnect: {attempts: 0}});
    await mcp.getTool('exit').execute({code: 0});
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({
      error: {code: 'CONNECTION_LOST', outcome: 'not_executed', details: {context: {exitCode: 0}}},
    });
  });

  test('CO03 a tool that is not idempotent has its effect once, whatever the retries', async () => {
    const log = join(await tempFolder(), 'log');
    const mcp = await connect({server: scripted({log})});
    const result = await mcp.getTool('effectThenExit').execute({value: 'once'}, {idempotencyKey: 'k'});
    expect(result).toMatchObject({error: {code: 'CONNECTION_LOST', outcome: 'unknown'}});
    expect(await linesOf(log)).toContain('once');
    expect((await linesOf(log)).filter((line) => line === 'once')).toHaveLength(1);
  });
});

describe('a server that does not answer', () => {
  test('MC02 the call ends at its own deadline, and the server is told', async () => {
    const mcp = await connect({server: scripted(), timeout: 150});
    const {answer, took} = await timeOf(() => mcp.getTool('hang').execute({}));
    expect(answer).toMatchObject({error: {code: 'OPERATION_TIMEOUT', outcome: 'unknown'}});
    expect(took).toBeLessThan(2000);
    const cancelled = async (): Promise<unknown[]> =>
      JSON.parse(((await mcp.getTool('cancelled').call({})) as {text: string}).text) as unknown[];
    expect(await soon(async () => (await cancelled()).length === 1)).toBe(true);
  });

  test('MC02 a cancelled call ends at once, and the server is told', async () => {
    const mcp = await connect({server: scripted()});
    const stop = new AbortController();
    const call = mcp.getTool('hang').execute({}, {signal: stop.signal});
    stop.abort();
    expect(await call).toMatchObject({error: {code: 'OPERATION_CANCELLED'}});
    expect(await mcp.getTool('echo').execute({message: 'still there'})).toMatchObject({success: true});
  });

  test('MC02 a late answer, and one to another call, are nobody’s', async () => {
    const mcp = await connect({server: scripted(), timeout: 150});
    expect(await mcp.getTool('late').execute({ms: 300})).toMatchObject({error: {code: 'OPERATION_TIMEOUT'}});
    expect(await mcp.getTool('wrongId').execute({})).toMatchObject({error: {code: 'OPERATION_TIMEOUT'}});
    // The late answer is here by now; it is no answer to this.
    expect(await mcp.getTool('echo').execute({message: 'mine'})).toMatchObject({data: {text: 'mine'}});
  });

  test('MC02 a server that does not even greet is refused at its time', async () => {
    await expect(connect({server: scripted({silent: true}), connectTimeout: 300})).rejects.toMatchObject({
      code: 'OPERATION_TIMEOUT',
      outcome: 'not_executed',
      message: expect.stringContaining('did not answer within 300 ms'),
    });
  });
});

describe('a server that talks nonsense', () => {
  test('MC03 lines that are no messages are counted and skipped, the answer behind them counts', async () => {
    const mcp = await connect({server: scripted()});
    expect(await mcp.getTool('noise').execute({})).toMatchObject({data: {text: 'after the noise'}});
    expect(mcp.serverInfo()).toMatchObject({strangeMessages: 4});
  });

  test('MC03 a flood on stderr is read and forgotten', async () => {
    const mcp = await connect({server: scripted()});
    const before = process.memoryUsage().rss;
    expect(await mcp.getTool('floodErrors').execute({bytes: 64 * mebibyte})).toMatchObject({success: true});
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * mebibyte);
    expect(JSON.stringify(await mcp.getTool('exit').execute({code: 1})).length).toBeLessThan(40_000);
  });
});

describe('a server that sends too much', () => {
  test.each([
    ['huge', {bytes: 30 * mebibyte}],
    ['flood', {}],
    ['lines', {line: 'no message'}],
    ['lines', {line: '{no message'}],
  ])('MC04 %s %j: the connection is closed, and all calls end at once', async (tool, input) => {
    const log = join(await tempFolder(), 'log');
    const mcp = await connect({server: scripted({log})});
    const [pid] = (await linesOf(log)).map(Number);
    const before = process.memoryUsage().rss;
    const waiting = mcp.getTool('hang').execute({});
    const {answer, took} = await timeOf(async () => ({
      result: await mcp.getTool(tool).execute(input),
      waiting: await waiting,
    }));
    expect(answer.result).toMatchObject({
      error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown', details: {context: {maxMessageBytes: 4 * mebibyte}}},
    });
    expect(answer.waiting).toMatchObject({error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown'}});
    expect(took).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(4 * mebibyte + 64 * mebibyte);
    expect(await soon(() => !isAlive(pid ?? 0))).toBe(true);
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({success: true});
  });

  test('MC04 a message just below the bound is an answer', async () => {
    const mcp = await connect({server: scripted()});
    const result = await mcp.getTool('huge').call({bytes: 4 * mebibyte - 200});
    expect((result as {text: string}).text).toHaveLength(4 * mebibyte - 200);
  });

  test('MC04 a server that does not read what it is sent does not fill the memory', async () => {
    const mcp = await connect({server: scripted(), maxMessageBytes: 65_536, timeout: 1000});
    await mcp.getTool('deaf').execute({}, {timeout: 50});
    const calls = Array.from({length: 40}, () => mcp.getTool('effect').execute({value: 'x'.repeat(60_000)}));
    const codes = (await Promise.all(calls)).map((result) => (result.success ? 'success' : result.error.code));
    expect(codes).toContain('LIMIT_EXCEEDED');
    expect(new Set(codes)).toEqual(new Set(['LIMIT_EXCEEDED', 'OPERATION_TIMEOUT']));
  });

  test('MC06 a server that says without end that its tools changed costs nothing', async () => {
    const runtime = new Runtime();
    const warnings = warningsOf(runtime);
    const mcp = await connect({server: scripted()}, runtime);
    expect(await mcp.getTool('notifyChanged').execute({times: 10_000})).toMatchObject({success: true});
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({success: true});
    expect(warnings).toEqual([]);
  });
});
