import {beforeEach, describe, expect, test} from '@jest/globals';

import type {AuditEntry} from '../../src/contract/services.js';
import {defineTool, Runtime} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';

let lines: AuditEntry[];
let runtime: Runtime;

const read = defineTool({
  name: 'read',
  description: 'Read',
  input: {path: 'string'},
  planning: {sideEffects: false},
  run: () => 'text',
});
const write = defineTool({
  name: 'write',
  description: 'Write',
  input: {path: 'string', password: 'string?', dry: 'boolean?'},
  planning: {sideEffects: ({dry}) => dry !== true},
  run: (_module, {path}) => {
    if (path === 'locked') throw new Error('locked');
    return null;
  },
});

beforeEach(() => {
  lines = [];
  runtime = new Runtime({clock: new FakeClock(), audit: {write: (entry) => void lines.push(entry)}});
});

describe('the audit log', () => {
  test('has one line for a call that only reads', async () => {
    const module = await moduleOf([read], runtime);
    const context = {sessionId: 's', agentId: 'a', apiKey: 'canary'};
    const {metadata} = await module.getTool('read').execute({path: 'a'}, {context});
    expect(lines).toEqual([
      {
        timestamp: '2026-01-31T12:00:00.000Z',
        phase: 'outcome',
        callId: metadata.callId,
        tool: 'probe.read',
        context: {sessionId: 's', agentId: 'a', apiKey: '[redacted]'},
        decision: {effect: 'allow'},
        input: {path: 'a'},
        success: true,
        duration: 0,
        attempts: 1,
      },
    ]);
  });

  test('has an intent and an outcome with one id for a call that changes something', async () => {
    const module = await moduleOf([write], runtime);
    const {metadata} = await module.getTool('write').execute({path: 'a', password: 'canary'});
    expect(lines).toMatchObject([
      {
        phase: 'intent',
        callId: metadata.callId,
        input: {path: 'a', password: '[redacted]'},
        decision: {effect: 'allow'},
      },
      {phase: 'outcome', callId: metadata.callId, success: true},
    ]);
    expect(lines[0]).not.toHaveProperty('success');
  });

  test('asks about the very call: the same tool may change something or not', async () => {
    const module = await moduleOf([write], runtime);
    await module.getTool('write').execute({path: 'a', dry: true});
    expect(lines.map(({phase}) => phase)).toEqual(['outcome']);
  });

  test('has a line for a call that was refused, without input that nobody checked', async () => {
    const module = await moduleOf([write], runtime);
    await module.getTool('write').execute({path: 5});
    expect(lines).toMatchObject([
      {phase: 'outcome', success: false, error: {code: 'TYPE_MISMATCH', outcome: 'not_executed'}, attempts: 0},
    ]);
    expect(lines[0]).not.toHaveProperty('input');
  });

  test('has the code and outcome of a call that failed', async () => {
    const module = await moduleOf([write], runtime);
    await module.getTool('write').execute({path: 'locked'});
    expect(lines[1]).toMatchObject({
      success: false,
      error: {code: 'EXECUTION_ERROR', message: 'locked', outcome: 'failed'},
    });
  });

  test('that can not be written refuses what changes something, and flags what reads', async () => {
    const broken = new Runtime({
      audit: {
        write: () => {
          throw Object.assign(new Error('ENOSPC: no space left'), {code: 'ENOSPC'});
        },
      },
    });
    const module = await moduleOf([read, write], broken);
    const refused = await module.getTool('write').execute({path: 'a'});
    expect(errorOf(refused)).toMatchObject({
      code: 'RESOURCE_UNAVAILABLE',
      outcome: 'not_executed',
      recoverable: true,
      details: {cause: {code: 'ENOSPC'}},
    });
    expect(refused.metadata.attempts).toBe(0);
    const flagged = await module.getTool('read').execute({path: 'a'});
    expect(dataOf(flagged)).toBe('text');
    expect(flagged.metadata.warnings).toEqual([expect.stringContaining('audit log')]);
  });

  test('is closed with its runtime', async () => {
    let closed = 0;
    const closing = new Runtime({
      audit: {
        write: () => undefined,
        close: () => {
          closed++;
        },
      },
    });
    await closing.close();
    expect(closed).toBe(1);
  });
});
