import {describe, expect, test} from '@jest/globals';

import {defineHandle, defineModule, defineTool, Runtime} from '../../src/sdk.js';
import {dataOf, errorOf} from '../support/one-module.js';

const door = defineHandle('door', {description: 'An open door', fields: ({room}: {room: string}) => ({room})});
const safe = defineHandle('safe', {description: 'An open safe'});

const open = defineTool({
  name: 'open',
  description: 'Open a door',
  input: {room: 'string'},
  output: {handle: door},
  run: (_module, input, call) => call.handles.create(door, input),
});
const unlock = defineTool({
  name: 'unlock',
  description: 'Open a safe',
  output: {handle: safe},
  run: (_module, _input, call) => call.handles.create(safe, {}),
});
const enter = defineTool({
  name: 'enter',
  description: 'Go through a door',
  input: {door: {handle: door, required: true}},
  output: {room: 'string'},
  run: (_module, input) => ({room: input.door.room}),
});
const House = defineModule({
  name: 'house',
  module: 'HouseModule',
  description: 'A house',
  handles: [door, safe],
  tools: [open, unlock, enter],
});

const mine = {context: {sessionId: 'mine'}};

describe('CO02: a handle that is not the caller’s', () => {
  test('is answered with one and the same error, whatever it is', async () => {
    const runtime = new Runtime();
    const house = await House.create({}, runtime);
    const other = await House.create({}, runtime);
    const handle = await house.open({room: 'hall'}, mine);
    const foreign = [
      await other.open({room: 'cellar'}, mine),
      await house.open({room: 'attic'}, {context: {sessionId: 'another'}}),
      await house.open({room: 'attic'}),
      await house.unlock({}, {context: {sessionId: 'another'}}),
    ];
    const closed = await house.open({room: 'yard'}, {context: {sessionId: 'another'}});
    await runtime.handles.release(closed);
    const edited = `${handle._id.slice(0, -1)}${handle._id.endsWith('0') ? '1' : '0'}`;
    const strangers: unknown[] = [
      ...foreign,
      ...foreign.map(({_id}) => _id),
      closed,
      edited,
      {...handle, _id: edited},
      `door_${'0'.repeat(32)}`,
      '__proto__',
      'constructor',
      '',
      42,
      true,
      null,
      [],
      {},
      {__proto__: {_id: handle._id}},
      'x'.repeat(1_000_000),
      {...handle, _id: 'x'.repeat(1_000_000)},
    ];
    const texts = new Set<string>();
    for (const stranger of strangers) {
      const result = await house.getTool('enter').execute({door: stranger as string}, mine);
      const {code, message, suggestions, outcome, recoverable} = errorOf(result);
      texts.add(JSON.stringify({code, message, outcome, recoverable}));
      expect(JSON.stringify(suggestions)).not.toMatch(/cellar|attic|yard/);
      expect(result.metadata.attempts).toBe(0);
    }
    expect([...texts].map((text) => JSON.parse(text) as unknown)).toEqual([
      {code: 'HANDLE_NOT_FOUND', message: 'Handle not found', outcome: 'not_executed', recoverable: false},
    ]);
  });

  test('tells nothing about handles of others by what it suggests', async () => {
    const runtime = new Runtime();
    const house = await House.create({}, runtime);
    const foreign = await house.open({room: 'attic'}, {context: {sessionId: 'another'}});
    const execute = async (door: unknown): Promise<unknown> =>
      errorOf(await house.getTool('enter').execute({door: door as string}, mine)).suggestions;
    expect(await execute(foreign)).toEqual(await execute(`door_${'0'.repeat(32)}`));
    expect(await execute(foreign)).toEqual(['Pass a door handle made by house.open']);
  });

  test('its own handle, of the wrong type or gone, is told apart', async () => {
    const runtime = new Runtime();
    const house = await House.create({}, runtime);
    const handle = await house.open({room: 'hall'}, mine);
    expect(dataOf(await house.getTool('enter').execute({door: handle}, mine))).toEqual({room: 'hall'});
    const wrong = await house.unlock({}, mine);
    expect(errorOf(await house.getTool('enter').execute({door: wrong as never}, mine)).code).toBe(
      'HANDLE_TYPE_MISMATCH',
    );
    await runtime.handles.release(handle);
    expect(errorOf(await house.getTool('enter').execute({door: handle}, mine)).code).toBe('HANDLE_RELEASED');
  });

  test('public fields that were changed on the way are not believed', async () => {
    const house = await House.create();
    const handle = await house.open({room: 'hall'});
    const forged = {...handle, room: 'vault', _type: 'safe'};
    await expect(house.enter({door: forged as never})).resolves.toEqual({room: 'hall'});
  });
});
