import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {defineHandle, defineModule, defineTool, ModuleInstance, ToolError, toToolError} from '../../src/sdk.js';
import type {Call, ToolDefinition} from '../../src/sdk.js';

/** A module that keeps its word: shelves are folders, notes are files in them. */
export interface Shelf {
  readonly name: string;
  readonly folder: string;
}

export interface ShelfConfig {
  readonly folder: string;
  readonly token?: string;
}

export class ShelfInstance extends ModuleInstance<ShelfConfig, {readonly folder: string}> {}

export const shelf = defineHandle('shelf', {description: 'An open shelf', fields: ({name}: Shelf) => ({name})});

const openSetup = {steps: [{tool: 'open', input: {name: 'blue'}, as: 'shelf'}]};
const putSetup = {steps: [...openSetup.steps, {tool: 'put', input: {shelf: '$shelf', title: 'a', text: 'old'}}]};
const facts = {category: 'notes', resource: 'shelf', tags: ['note', 'shelf']};
const shelfParameter = {handle: shelf, required: true, description: 'The shelf, as open answered it'} as const;
const title = {
  type: 'string',
  required: true,
  minLength: 1,
  description: 'Title of the note',
  aliases: ['name'],
} as const;

/** The parts of the tools, for tests to break. */
export const openSpec = {
  ...facts,
  name: 'open',
  description: 'Open a shelf, new or old',
  aliases: ['openShelf'],
  positional: ['name'],
  input: {name: {type: 'string', required: true, pattern: '^[a-z]+$', description: 'Name of the shelf'}},
  output: {handle: shelf},
  returns: 'A handle of the shelf',
  planning: {idempotent: true, sideEffects: false, cost: 'free', reliability: 'high'},
  securityTier: 0,
  examples: [{description: 'Open the blue shelf', input: {name: 'blue'}, output: {name: 'blue'}}],
  run: (shelves: ShelfInstance, {name}: {name: string}, call: Call) =>
    call.handles.create(shelf, {name, folder: join(shelves.wrappedInstance.folder, name)}),
} as const;

export const putSpec = {
  ...facts,
  name: 'put',
  description: 'Put a note on a shelf, in place of one of the same title',
  input: {shelf: shelfParameter, title, text: {type: 'string', required: true, description: 'The note itself'}},
  output: {size: 'integer'},
  returns: 'Size of the note in bytes',
  errors: ['OPERATION_FAILED'],
  planning: {idempotent: true, sideEffects: true, reversible: true},
  examples: [
    {description: 'Put a note', input: {shelf: '$shelf', title: 'a', text: 'hi'}, output: {size: 2}, setup: openSetup},
    {description: 'Put another text', input: {shelf: '$shelf', title: 'a', text: 'new'}, setup: putSetup},
  ],
  run: async (_shelves: ShelfInstance, input: {shelf: Shelf; title: string; text: string}, call: Call) => {
    const {folder} = input.shelf;
    const path = join(folder, input.title);
    const before = await readFile(path, 'utf8').catch(() => undefined);
    const isNew = (await readdir(folder).catch(() => undefined)) === undefined;
    call.undo({folder, path, before, isNew});
    await mkdir(folder, {recursive: true});
    await writeFile(path, input.text);
    return {size: Buffer.byteLength(input.text)};
  },
  undo: async (_shelves: ShelfInstance, record: PutRecord) => {
    if (record.isNew) await rm(record.folder, {recursive: true});
    else if (record.before === undefined) await rm(record.path);
    else await writeFile(record.path, record.before);
  },
} as const;

export interface PutRecord {
  readonly folder: string;
  readonly path: string;
  readonly before: string | undefined;
  readonly isNew: boolean;
}

export const readSpec = {
  ...facts,
  name: 'read',
  description: 'Read a note of a shelf',
  input: {shelf: shelfParameter, title, limit: {type: 'integer', minimum: 1, description: 'Characters at most'}},
  output: {text: 'string'},
  returns: 'The note',
  errors: ['RESOURCE_NOT_FOUND', 'OPERATION_FAILED'],
  planning: {idempotent: true, sideEffects: false},
  examples: [
    {description: 'Read a note', input: {shelf: '$shelf', title: 'a'}, output: {text: 'old'}, setup: putSetup},
    {
      description: 'There is no such note',
      input: {shelf: '$shelf', title: 'b'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: openSetup,
    },
  ],
  run: async (_shelves: ShelfInstance, input: {shelf: Shelf; title: string; limit?: number}, call: Call) => {
    try {
      const text = await readFile(join(input.shelf.folder, input.title), {encoding: 'utf8', signal: call.signal});
      return {text: text.slice(0, input.limit)};
    } catch (error) {
      throw toToolError(error, 'OPERATION_FAILED');
    }
  },
} as const;

export const open = defineTool(openSpec);
export const put = defineTool(putSpec);
const read = defineTool(readSpec);

/** The parts of the module, for tests to break. */
const shelfSpec = {
  name: 'shelf',
  module: 'ShelfModule',
  description: 'Notes on shelves',
  version: '1.0.0',
  config: {
    folder: {type: 'string', required: true, description: 'Where the shelves are'},
    token: {type: 'string', secret: true, description: 'Opens everything'},
  },
  Instance: ShelfInstance,
  handles: [shelf],
  connect: ({folder}: {folder: string}) => ({folder}),
  check: ({folder}: {folder: string}) => {
    if (folder === '') throw new ToolError('RESOURCE_UNAVAILABLE', 'There is no folder');
  },
} as const;

export const ShelfModuleDefinition = defineModule({...shelfSpec, tools: [open, put, read]});

/** The module with other tools, or parts of it replaced. */
export function brokenShelf(
  parts: Readonly<Record<string, unknown>>,
  tools: readonly ToolDefinition[] = [open, put, read],
): typeof ShelfModuleDefinition {
  const spec: unknown = {...shelfSpec, tools, ...parts};
  return defineModule(spec as never) as unknown as typeof ShelfModuleDefinition;
}

/** A tool like `spec` with some parts replaced. */
export const brokenTool = (spec: object, parts: Readonly<Record<string, unknown>>): ToolDefinition =>
  defineTool({...spec, ...parts} as never);
