import {beforeEach, describe, expect, test} from '@jest/globals';

import {ToolError} from '../../src/contract/errors.js';
import {defineHandle} from '../../src/contract/handle.js';
import type {RuntimeEvents} from '../../src/contract/services.js';
import {Runtime} from '../../src/core/runtime.js';
import {deferred} from '../support/one-module.js';
import {FakeClock, settle} from '../../src/testing/fake-clock.js';

interface Room {
  readonly path: string;
}

const closed: string[] = [];
const room = defineHandle('room', {
  description: 'A room',
  fields: ({path}: Room) => ({path}),
  dispose: ({path}: Room) => {
    closed.push(path);
  },
  markers: {_roomHandle: true},
});
const lease = defineHandle('lease', {
  description: 'A leased room',
  dispose: ({path}: Room) => void closed.push(path),
  idleTtl: 60_000,
});

let clock: FakeClock;
let runtime: Runtime;
const mine = {module: 'rooms', instance: {}, session: 's1'};
const asker = {session: 's1', instance: mine.instance};

beforeEach(() => {
  closed.length = 0;
  clock = new FakeClock();
  runtime = new Runtime({clock});
});

/** The error with which the store refuses a handle. */
function refusal(
  input: unknown,
  type = 'room',
  who: {session: string | undefined; instance?: object} = asker,
): ToolError {
  try {
    runtime.handles.resolve(input, type, who);
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('The handle was resolved');
}

describe('a handle', () => {
  test('is frozen, JSON-safe, and shows the fields and markers of its type', () => {
    const handle = runtime.handles.create(room, {path: '/a'}, {owner: mine});
    expect(handle).toEqual({_handle: true, _type: 'room', _id: handle._id, _roomHandle: true, path: '/a'});
    expect(handle._id).toMatch(/^room_[0-9a-f]{32}$/);
    expect(Object.isFrozen(handle)).toBe(true);
    expect(Object.keys(handle)).not.toContain('cleanup');
  });

  test('stands for its resource: as it is, after a JSON round trip, by its id, inside a result', () => {
    const resource = {path: '/a'};
    const handle = runtime.handles.create(room, resource, {owner: mine});
    const result = {success: true, data: handle, metadata: {}};
    for (const spelling of [handle, JSON.parse(JSON.stringify(handle)), handle._id, result, {_id: handle._id}]) {
      expect(runtime.handles.resolve(spelling, 'room', asker)).toBe(resource);
    }
    expect(runtime.handles.handleOf(resource)).toBe(handle);
  });

  test('is found by its id alone: other fields are not believed', () => {
    const resource = {path: '/a'};
    const handle = runtime.handles.create(room, resource, {owner: mine});
    const forged = {...handle, path: '/etc', _type: 'vault'};
    expect(runtime.handles.resolve(forged, 'room', asker)).toBe(resource);
  });

  test('ends with its own cleanup(), once', async () => {
    const handle = runtime.handles.create(room, {path: '/a'}, {owner: mine}) as unknown as {
      _id: string;
      cleanup(): Promise<boolean>;
    };
    await expect(handle.cleanup()).resolves.toBe(true);
    await expect(handle.cleanup()).resolves.toBe(false);
    expect(closed).toEqual(['/a']);
    expect(refusal(handle)).toMatchObject({code: 'HANDLE_RELEASED', outcome: 'not_executed'});
  });
});

describe('what is no handle of this session', () => {
  test('is answered with one text, whatever it is', () => {
    runtime.handles.announce('room', ['rooms.open']);
    const handle = runtime.handles.create(room, {path: '/a'}, {owner: mine});
    const other = {module: 'rooms', instance: {}, session: 's1'};
    const elsewhere = runtime.handles.create(room, {path: '/b'}, {owner: other});
    const edited = handle._id.slice(0, -1) + (handle._id.endsWith('0') ? '1' : '0');
    const strangers = [
      edited,
      'room_x',
      '',
      '__proto__',
      'constructor',
      42,
      true,
      {},
      {_id: 4},
      {_id: {_id: handle._id}},
      [],
      [handle._id],
      'x'.repeat(1_000_000),
      {success: true, data: {}},
      elsewhere,
    ].map((input) => refusal(input));
    strangers.push(
      refusal(handle, 'room', {...asker, session: 's2'}),
      refusal(handle, 'room', {...asker, session: undefined}),
    );
    for (const {code, message, suggestions, context} of strangers) {
      expect({code, message, suggestions, context}).toEqual({
        code: 'HANDLE_NOT_FOUND',
        message: 'Handle not found',
        suggestions: ['Pass a room handle made by rooms.open'],
        context: undefined,
      });
    }
  });

  test('learns nothing when the handle is gone, or of another type', async () => {
    const gone = runtime.handles.create(room, {path: '/a'}, {owner: mine});
    const live = runtime.handles.create(lease, {path: '/b'}, {owner: mine});
    await runtime.handles.release(gone);
    expect(refusal(gone, 'room', {session: 's2'}).message).toBe('Handle not found');
    expect(refusal(live, 'room', {session: 's2'}).message).toBe('Handle not found');
    expect(refusal(live, 'room', {session: 's1', instance: {}}).message).toBe('Handle not found');
  });

  test('a failed result in its place is told apart', () => {
    expect(refusal({success: false, error: {code: 'INVALID_URL'}})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: 'Expected a room handle, received a failed result (INVALID_URL)',
    });
  });

  test('a handle of another type says which', () => {
    const handle = runtime.handles.create(lease, {path: '/a'}, {owner: mine});
    expect(refusal(handle)).toMatchObject({
      code: 'HANDLE_TYPE_MISMATCH',
      message: 'Expected a room handle, received a lease handle',
    });
  });
});

describe('parents and children', () => {
  test('children go first, the newest first', async () => {
    const house = runtime.handles.create(room, {path: 'house'}, {owner: mine});
    const floor = runtime.handles.create(room, {path: 'floor'}, {owner: mine, parent: house});
    runtime.handles.create(room, {path: 'left'}, {owner: mine, parent: floor});
    runtime.handles.create(room, {path: 'right'}, {owner: mine, parent: floor});
    expect(runtime.handles.list()).toMatchObject([
      {id: house._id, parent: undefined, children: [floor._id]},
      {id: floor._id, parent: house._id},
      {parent: floor._id},
      {parent: floor._id},
    ]);
    await runtime.handles.release(house);
    expect(closed).toEqual(['right', 'left', 'floor', 'house']);
    expect(runtime.handles.size).toBe(0);
  });

  test('a child that fails does not keep its parent open', async () => {
    const house = runtime.handles.create(room, {path: 'house'}, {owner: mine});
    const dispose = (): never => {
      throw new Error('stuck');
    };
    runtime.handles.create(room, {path: 'door'}, {owner: mine, parent: house, dispose});
    await expect(runtime.handles.release(house)).rejects.toThrow('stuck');
    expect(closed).toEqual(['house']);
    expect(runtime.handles.size).toBe(0);
  });

  test('nothing can be made in a parent that is gone or going', async () => {
    const gate = deferred();
    const house = runtime.handles.create(room, {path: 'house'}, {owner: mine, dispose: () => gate.promise});
    const going = runtime.handles.release(house);
    const late = (): unknown => runtime.handles.create(room, {path: 'late'}, {owner: mine, parent: house});
    expect(late).toThrow(expect.objectContaining({code: expect.stringMatching(/^HANDLE_(NOT_FOUND|RELEASED)$/)}));
    gate.resolve();
    await going;
    expect(late).toThrow(expect.objectContaining({code: expect.stringMatching(/^HANDLE_(NOT_FOUND|RELEASED)$/)}));
    expect(runtime.handles.size).toBe(0);
  });
});

describe('idle time', () => {
  test('ends a handle that nobody uses, and its session learns so', async () => {
    const handle = runtime.handles.create(lease, {path: '/a'}, {owner: mine});
    await clock.advance(59_999);
    expect(runtime.handles.resolve(handle, 'lease', asker)).toEqual({path: '/a'});
    await clock.advance(59_999);
    expect(closed).toEqual([]);
    await clock.advance(1);
    expect(closed).toEqual(['/a']);
    expect(refusal(handle, 'lease')).toMatchObject({code: 'HANDLE_EXPIRED', outcome: 'not_executed'});
    expect(refusal(handle, 'lease', {session: 's2'}).code).toBe('HANDLE_NOT_FOUND');
  });

  test('counts for each handle, whatever the time of the others', async () => {
    const slow = defineHandle('slow', {
      description: 'Slow',
      dispose: () => void closed.push('slow'),
      idleTtl: 3_600_000,
    });
    runtime.handles.create(slow, {}, {owner: mine});
    await clock.advance(1000);
    runtime.handles.create(lease, {path: 'quick'}, {owner: mine});
    await clock.advance(60_000);
    expect(closed).toEqual(['quick']);
    await clock.advance(3_539_000);
    expect(closed).toEqual(['quick', 'slow']);
  });

  test('does not keep a process alive', () => {
    runtime.handles.create(lease, {path: '/a'}, {owner: mine});
    expect(clock.waiting).toBe(0);
  });

  test('a handle without it stays', async () => {
    const handle = runtime.handles.create(room, {path: '/a'}, {owner: mine});
    await clock.advance(365 * 86_400_000);
    expect(runtime.handles.resolve(handle, 'room', asker)).toEqual({path: '/a'});
  });

  test('a dispose that fails when time is over disturbs nobody', async () => {
    const dispose = (): Promise<void> => Promise.reject(new Error('stuck'));
    runtime.handles.create(lease, {path: '/a'}, {owner: mine, dispose});
    await clock.advance(60_000);
    expect(runtime.handles.size).toBe(0);
  });
});

describe('limits and lists', () => {
  test('one handle more than the limit is refused, and there is room again after a release', async () => {
    const small = new Runtime({limits: {maxHandles: 2}});
    const first = small.handles.create(room, {path: '1'}, {owner: mine});
    small.handles.create(room, {path: '2'}, {owner: mine});
    expect(() => small.handles.create(room, {path: '3'}, {owner: mine})).toThrow(
      expect.objectContaining({code: 'LIMIT_EXCEEDED', context: {limit: 2}}),
    );
    await small.handles.release(first);
    small.handles.create(room, {path: '3'}, {owner: mine});
    expect(small.handles.size).toBe(2);
  });

  test('list tells who made what when', () => {
    const handle = runtime.handles.create(lease, {path: '/a'}, {owner: mine});
    expect(runtime.handles.list()).toEqual([
      {
        id: handle._id,
        type: 'lease',
        module: 'rooms',
        session: 's1',
        parent: undefined,
        children: [],
        createdAt: clock.now(),
        lastUsedAt: clock.now(),
        idleTtl: 60_000,
      },
    ]);
  });

  test('leaks are the handles that nobody used for a while', async () => {
    const old = runtime.handles.create(room, {path: 'old'}, {owner: mine});
    const used = runtime.handles.create(room, {path: 'used'}, {owner: mine});
    await clock.advance(10_000);
    runtime.handles.resolve(used, 'room', asker);
    const fresh = runtime.handles.create(room, {path: 'new'}, {owner: mine});
    expect(runtime.handles.leaks(10_000).map(({id}) => id)).toEqual([old._id]);
    expect(runtime.handles.leaks().map(({id}) => id)).toEqual([old._id, used._id, fresh._id]);
  });

  test('the reasons why handles are gone are kept for a bounded number of them', async () => {
    const first = runtime.handles.create(room, {path: 'first'}, {owner: mine});
    await runtime.handles.release(first);
    for (let count = 0; count < 10_000; count++) {
      await runtime.handles.release(runtime.handles.create(room, {path: 'x'}, {owner: mine}));
    }
    expect(refusal(first).code).toBe('HANDLE_NOT_FOUND');
  });

  test('events tell of every handle that comes and goes', async () => {
    const seen: string[] = [];
    const note = ({type}: RuntimeEvents['handle:created']): void => void seen.push(type);
    runtime.on('handle:created', note);
    runtime.on('handle:released', note);
    await runtime.handles.release(runtime.handles.create(room, {path: '/a'}, {owner: mine}));
    expect(seen).toEqual(['room', 'room']);
  });
});

describe('releaseAll', () => {
  test('goes from the newest to the oldest, past failing ones, and says which failed', async () => {
    for (const path of ['1', '2', '3', '4']) {
      const dispose = (): void => {
        closed.push(path);
        if (path === '2' || path === '3') throw new Error(`can not close ${path}`);
      };
      runtime.handles.create(room, {path}, {owner: mine, dispose});
    }
    await expect(runtime.handles.releaseAll()).rejects.toMatchObject({
      code: 'CLEANUP_INCOMPLETE',
      message: '2 of 4 handles could not be released: room: can not close 3; room: can not close 2',
      context: {failures: ['room: can not close 3', 'room: can not close 2']},
    });
    expect(closed).toEqual(['4', '3', '2', '1']);
    expect(runtime.handles.size).toBe(0);
    await expect(runtime.handles.releaseAll()).resolves.toBe(0);
  });

  test('takes the handles of one instance, or of one session', async () => {
    const other = {module: 'rooms', instance: {}, session: 's2'};
    runtime.handles.create(room, {path: 'mine'}, {owner: mine});
    runtime.handles.create(room, {path: 'other'}, {owner: other});
    await expect(runtime.endSession('s2')).resolves.toBe(1);
    expect(closed).toEqual(['other']);
    await expect(runtime.handles.releaseAll({instance: mine.instance})).resolves.toBe(1);
    expect(closed).toEqual(['other', 'mine']);
  });

  test('two releases of one handle are one', async () => {
    const gate = deferred();
    let times = 0;
    const dispose = (): Promise<void> => {
      times++;
      return gate.promise;
    };
    const handle = runtime.handles.create(room, {path: '/a'}, {owner: mine, dispose});
    const both = Promise.all([runtime.handles.release(handle), runtime.handles.releaseAll()]);
    await settle();
    expect(refusal(handle).code).toBe('HANDLE_RELEASED');
    gate.resolve();
    await both;
    expect(times).toBe(1);
  });
});

describe('a handle in use', () => {
  test('does not expire while a call works with it, and has its whole idle time afterwards', async () => {
    const handle = runtime.handles.create(lease, {path: '/long'}, {owner: mine});
    const held = runtime.handles.hold(handle, 'lease', asker);
    await clock.advance(600_000);
    expect(closed).toEqual([]);
    held.free();
    await clock.advance(59_999);
    expect(runtime.handles.resolve(handle, 'lease', asker)).toEqual({path: '/long'});
    await clock.advance(60_001);
    expect(closed).toEqual(['/long']);
  });

  test('has the idle time that it was made with, where the type has another or none', async () => {
    const handle = runtime.handles.create(room, {path: '/brief'}, {owner: mine, idleTtl: 1000});
    expect(runtime.handles.list()).toMatchObject([{idleTtl: 1000}]);
    await clock.advance(1001);
    expect(closed).toEqual(['/brief']);
    expect(refusal(handle).code).toBe('HANDLE_EXPIRED');
  });

  test('tells its session that it has expired while its resource still ends', async () => {
    const gate = deferred();
    const slow = defineHandle('slow', {description: 'A slow end', dispose: () => gate.promise, idleTtl: 1000});
    const handle = runtime.handles.create(slow, {}, {owner: mine});
    await clock.advance(1001);
    expect(refusal(handle, 'slow').code).toBe('HANDLE_EXPIRED');
    expect(refusal(handle, 'slow', {session: 's2'}).code).toBe('HANDLE_NOT_FOUND');
    gate.resolve();
    await settle();
    expect(refusal(handle, 'slow').code).toBe('HANDLE_EXPIRED');
  });
});
