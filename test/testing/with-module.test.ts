import {describe, expect, test} from '@jest/globals';
import {defineHandle, defineModule, defineTool, Runtime} from 'haft';
import {MemoryAuditSink, withModule} from 'haft/testing';

const box = defineHandle('box', {
  description: 'A box',
  dispose: (it: {stuck: boolean}) => {
    if (it.stuck) throw new Error('The box is stuck');
  },
});
const log: string[] = [];
const open = defineTool({
  name: 'open',
  description: 'Open a box',
  input: {stuck: 'boolean?'},
  output: {handle: box},
  run: (_boxes, {stuck = false}, call) => call.handles.create(box, {stuck}),
});
const smuggle = defineTool({
  name: 'smuggle',
  description: 'Make a box that is nobody’s',
  run: ({runtime}: {runtime: Runtime}) => {
    runtime.handles.create(box, {stuck: false}, {owner: {module: 'boxes', instance: {}, session: undefined}});
    return null;
  },
});
const Boxes = defineModule({
  name: 'boxes',
  module: 'BoxesModule',
  description: 'Boxes',
  tools: [open, smuggle],
  connect: () => ({}),
  close: () => {
    log.push('closed');
  },
});

describe('withModule', () => {
  test('answers what is done with the module, and cleans up', async () => {
    log.length = 0;
    const runtime = new Runtime();
    const type = await withModule(Boxes, {}, async (boxes) => (await boxes.open({}))._type, {runtime});

    expect([type, log, runtime.handles.list()]).toEqual(['box', ['closed'], []]);
  });

  test('cleans up after a failure, and tells the failure', async () => {
    log.length = 0;
    const failing = withModule(Boxes, {}, async (boxes) => {
      await boxes.open({stuck: true});
      throw new Error('first of all');
    });

    await expect(failing).rejects.toThrow('first of all');
    expect(log).toEqual(['closed']);
  });

  test('fails when a handle can not be released, outlives its module, or is open where none may be', async () => {
    const stuck = withModule(Boxes, {}, (boxes) => boxes.open({stuck: true}));
    const smuggled = withModule(Boxes, {}, (boxes) => boxes.smuggle());
    const left = withModule(Boxes, {}, (boxes) => boxes.open({}), {openHandles: 'fail'});

    await expect(stuck).rejects.toMatchObject({code: 'CLEANUP_INCOMPLETE', message: expect.stringContaining('stuck')});
    await expect(smuggled).rejects.toMatchObject({
      code: 'CLEANUP_INCOMPLETE',
      message: '1 handles of module boxes outlived the cleanup of their module: box',
    });
    await expect(left).rejects.toMatchObject({message: '1 handles of module boxes are still open: box'});
    await expect(withModule({create: async () => ({})}, {}, () => 1)).rejects.toThrow('made object, not a module');
  });
});

describe('a memory audit sink', () => {
  test('keeps what was written, and fails when it is told to', async () => {
    const audit = new MemoryAuditSink();
    const runtime = new Runtime({audit});
    await withModule(
      Boxes,
      {},
      async (boxes) => {
        await boxes.open({});
        audit.failWith(new Error('The disk is full'));
        const refused = await boxes.getTool('open').execute({});
        expect(refused).toMatchObject({success: false, error: {outcome: 'not_executed'}});
        audit.failWith(undefined);
        await boxes.open({});
      },
      {runtime},
    );

    expect(audit.of('boxes.open').map(({phase}) => phase)).toEqual(['intent', 'outcome', 'intent', 'outcome']);
    audit.clear();
    expect(audit.entries).toEqual([]);
  });
});
