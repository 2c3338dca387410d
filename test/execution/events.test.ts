import {describe, expect, test} from '@jest/globals';

import {defineTool, Runtime} from '../../src/sdk.js';
import {dataOf, errorOf, moduleOf} from '../support/one-module.js';

const work = defineTool({
  name: 'work',
  description: 'Work and tell',
  input: {fail: {type: 'boolean', default: false}},
  run: (_module, {fail}, call) => {
    call.progress(0.5, 'half');
    call.progress(7);
    call.progress('nearly');
    call.log('at work', {password: 'canary', step: 1});
    call.warn('mind the gap');
    if (fail) throw new Error('no');
    return 'done';
  },
});

describe('events', () => {
  test('tell of a call from its start to its end, with its id and context', async () => {
    const runtime = new Runtime();
    const seen: [string, object][] = [];
    for (const name of ['call:start', 'call:progress', 'log', 'call:end'] as const) {
      runtime.on(name, (event) => seen.push([name, event]));
    }
    const module = await moduleOf([work], runtime);
    const context = {sessionId: 's', agentId: 'a', more: 1};
    const result = await module.getTool('work').execute({}, {context});
    const {callId} = result.metadata;
    const common = {tool: 'probe.work', callId};
    expect(seen).toEqual([
      ['call:start', {...common, context}],
      ['call:progress', {...common, fraction: 0.5, message: 'half'}],
      ['call:progress', {...common, fraction: 1}],
      ['call:progress', {...common, message: 'nearly'}],
      ['log', {...common, message: 'at work', fields: {password: '[redacted]', step: 1}}],
      ['call:end', {...result.metadata, success: true, context}],
    ]);
    expect(result.metadata.warnings).toEqual(['mind the gap']);
  });

  test('the end of a failed call holds its error', async () => {
    const runtime = new Runtime();
    let ended: unknown;
    runtime.on('call:end', (event) => (ended = event));
    const module = await moduleOf([work], runtime);
    const error = errorOf(await module.getTool('work').execute({fail: true}));
    expect(ended).toMatchObject({success: false, error});
  });

  test('a listener that throws, or that is gone, disturbs nobody', async () => {
    const runtime = new Runtime();
    let heard = 0;
    const off = runtime.on('call:start', () => heard++);
    runtime.on('call:start', () => {
      throw new Error('my own trouble');
    });
    const module = await moduleOf([work], runtime);
    const onProgress = (): never => {
      throw new Error('my own trouble, too');
    };
    dataOf(await module.getTool('work').execute({}, {onProgress}));
    off();
    dataOf(await module.getTool('work').execute({}));
    expect(heard).toBe(1);
  });

  test('progress reaches the caller who asks for it', async () => {
    const module = await moduleOf([work]);
    const seen: unknown[] = [];
    await module.getTool('work').execute({}, {onProgress: ({fraction, message}) => seen.push([fraction, message])});
    expect(seen).toEqual([
      [0.5, 'half'],
      [1, undefined],
      [undefined, 'nearly'],
    ]);
  });

  test('every call has an id of its own, also across runtimes', async () => {
    const ids = new Set<string>();
    for (const runtime of [new Runtime(), new Runtime()]) {
      const module = await moduleOf([work], runtime);
      for (let count = 0; count < 50; count++) ids.add((await module.getTool('work').execute({})).metadata.callId);
    }
    expect(ids.size).toBe(100);
  });
});
