/* eslint-disable @typescript-eslint/no-unused-vars, @typescript-eslint/no-unused-expressions -- values are here for their types */
// Compiled by `npm run check:types`, never run: what a module author gets from the schemas of a tool (DESIGN.md 3, 5).
import {defineHandle, defineModule, defineTool, jsonSchema} from 'haft/sdk';
import type {HandleInput, InferInput, InferOutput, InferRun, ToolResult} from 'haft/sdk';
import {z} from 'zod';

import {assertType} from './assert-type.js';
import type {Same} from './assert-type.js';

interface Door {
  readonly room: string;
}
const door = defineHandle('door', {description: 'An open door', fields: ({room}: Door) => ({room})});

const input = {
  name: 'string',
  age: 'integer?',
  tags: 'string[]?',
  free: 'any',
  mode: {type: 'string', enum: ['a', 'b'], default: 'a'},
  limit: {type: 'integer', default: 3},
  door: {handle: door, required: true},
  doors: {type: 'array', items: {handle: door}},
  author: {name: 'string', email: 'string?'},
  nested: {type: 'object', properties: {deep: {type: 'boolean', required: true}}},
} as const;

type Given = InferInput<typeof input>;
assertType<Same<Given['name'], string>>();
assertType<Same<Given['age'], number | undefined>>();
assertType<Same<Given['tags'], readonly string[] | undefined>>();
assertType<Same<Given['mode'], 'a' | 'b' | undefined>>();
assertType<Same<Given['door'], HandleInput<'door'>>>();
assertType<Same<Given['author']['name'], string>>();
assertType<Same<Given['author']['email'], string | undefined>>();

// The tool gets defaults as values, and resources in place of handles.
type Run = InferRun<typeof input>;
assertType<Same<Run['mode'], 'a' | 'b'>>();
assertType<Same<Run['limit'], number>>();
assertType<Same<Run['door'], Door>>();
assertType<Same<Run['doors'], Door[] | undefined>>();
assertType<Same<Run['free'], unknown>>();
assertType<Same<NonNullable<Run['nested']>['deep'], boolean>>();

// JSON Schema, wrapped JSON Schema and zod give types as well.
const person = {
  type: 'object',
  properties: {name: {type: 'string'}, age: {type: 'number'}},
  required: ['name'],
} as const;
assertType<Same<InferInput<typeof person>, {name: string; age?: number | undefined}>>();
const wrapped = jsonSchema<{n: number}>({type: 'object'});
assertType<Same<InferInput<typeof wrapped>, {n: number}>>();
const schema = z.object({n: z.string().transform(Number)});
assertType<Same<InferInput<typeof schema>, {n: string}>>();
assertType<Same<InferRun<typeof schema>, {n: number}>>();
assertType<Same<InferOutput<'string[]'>, string[]>>();

const open = defineTool({
  name: 'open',
  description: 'Open a door',
  aliases: ['unlock'],
  input: {room: 'string', wide: {type: 'boolean', default: false}},
  output: {handle: door},
  positional: ['room'],
  run: (_module, {room, wide}, call) => {
    assertType<Same<typeof room, string>>();
    assertType<Same<typeof wide, boolean>>();
    assertType<Same<typeof call.signal, AbortSignal>>();
    return call.handles.create(door, {room});
  },
});

const look = defineTool({
  name: 'look',
  description: 'Look through a door',
  input: {door: {handle: door, required: true}},
  output: {room: 'string', seen: 'string[]?'},
  run: (_module, input) => ({room: input.door.room}),
});

export const wrongs = [
  // @ts-expect-error: the output says text
  defineTool({name: 'a', description: 'x', output: {room: 'string'}, run: () => ({room: 1})}),
  // @ts-expect-error: the output says that there is a room
  defineTool({name: 'a', description: 'x', output: {room: 'string'}, run: () => ({})}),
  // A property may be named as a keyword is.
  defineTool({
    name: 'a',
    description: 'x',
    output: {type: {type: 'string', required: true}, room: 'string'},
    // @ts-expect-error: its type is text, too
    run: () => ({type: 1, room: 'hall'}),
  }),
  // @ts-expect-error: there is no such parameter
  defineTool({name: 'a', description: 'x', input: {room: 'string'}, run: (_module, {romo}) => romo as string}),
  // @ts-expect-error: a tool has a description
  defineTool({name: 'a', run: () => 1}),
];

const House = defineModule({
  name: 'house',
  module: 'HouseModule',
  description: 'A house',
  config: {street: 'string', floors: {type: 'integer', default: 1}},
  handles: [door],
  tools: [open, look],
  connect: async ({street, floors}) => {
    assertType<Same<typeof street, string>>();
    assertType<Same<typeof floors, number>>();
    return {street};
  },
});

export async function house(): Promise<void> {
  const it = await House.create({street: 'Main'});
  assertType<Same<typeof it.wrappedInstance, {street: string}>>();
  assertType<Same<typeof it.config.floors, number>>();
  const handle = await it.open('hall');
  assertType<Same<typeof handle.room, string>>();
  const seen = await it.look({door: handle});
  assertType<Same<typeof seen, {room: string; seen?: string[]}>>();
  const result = await it.getTool('unlock').execute({room: 'hall'});
  assertType<Same<typeof result, ToolResult<typeof handle>>>();

  // @ts-expect-error: a street must be given
  await House.create({});
  // @ts-expect-error: a room is a text
  await it.open(1);
  // @ts-expect-error: there is no such tool
  it.close;
  // @ts-expect-error: no order was named for this tool
  await it.look(handle, {timeout: 1}, 3);
}
