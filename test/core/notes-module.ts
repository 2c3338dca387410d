import {defineHandle, defineModule, defineTool, ModuleInstance, ToolError} from '../../src/sdk.js';

/** A small module with everything that a module can have. */
interface Book {
  readonly title: string;
  open: boolean;
}

export class Library {
  readonly books = new Map<string, string>([['haft', 'A book of handles']]);
  readonly log: string[] = [];
  healthy = true;

  close(): void {
    this.log.push('closed');
  }
}

export interface NotesConfig {
  readonly shelf: string;
  readonly limit: number;
  readonly token?: string;
  readonly login?: Record<string, unknown>;
}

export class NotesInstance extends ModuleInstance<NotesConfig, Library> {
  get titles(): string[] {
    return [...this.wrappedInstance.books.keys()];
  }
}

const book = defineHandle('book', {
  description: 'An open book',
  fields: ({title}: Book) => ({title}),
  dispose: (it: Book) => {
    it.open = false;
  },
});

const open = defineTool({
  name: 'open',
  description: 'Open a book by its title',
  aliases: ['openBook'],
  input: {title: {type: 'string', required: true, description: 'Title of the book', aliases: ['name']}},
  output: {handle: book},
  errors: {RESOURCE_NOT_FOUND: 'There is no such book'},
  planning: {cost: 'free', reliability: 'high', idempotent: true, sideEffects: false},
  positional: ['title'],
  securityTier: 0,
  examples: [{description: 'Open a book', input: {title: 'haft'}}],
  run: (notes: NotesInstance, {title}, call) => {
    if (!notes.wrappedInstance.books.has(title))
      throw new ToolError('RESOURCE_NOT_FOUND', `No book is called ${title}`);
    return call.handles.create(book, {title, open: true});
  },
});

const read = defineTool({
  name: 'read',
  description: 'Read a page of an open book',
  input: {book: {handle: book, required: true}, page: {type: 'integer', default: 1}, upper: 'boolean?'},
  output: {text: 'string', page: 'integer'},
  planning: {sideEffects: false, idempotent: true},
  positional: ['book', 'page'],
  timeout: 5000,
  run: (notes: NotesInstance, input) => {
    const text = notes.wrappedInstance.books.get(input.book.title) ?? '';
    return {text: input.upper ? text.toUpperCase() : text, page: input.page};
  },
});

/** Named like a member of every object: reachable by getTool only. */
const then = defineTool({name: 'then', description: 'Go on', run: () => 'went on'});
const config = defineTool({name: 'config', description: 'Tell the config', run: () => 'told'});

export const NotesModuleDefinition = defineModule({
  name: 'notes',
  module: 'NotesModule',
  description: 'Books that can be read',
  version: '1.2.3',
  category: 'files',
  tags: ['book'],
  requirements: ['a shelf'],
  limitations: ['reads only'],
  config: {
    shelf: {type: 'string', default: 'top'},
    limit: {type: 'integer', default: 10, minimum: 1},
    token: {type: 'string', secret: true},
    login: {type: 'object', secret: true},
  },
  Instance: NotesInstance,
  handles: [book],
  tools: [open, read, then, config],
  connect: () => new Library(),
  close: (library) => {
    library.close();
  },
  check: ({healthy}) => {
    if (!healthy) throw new ToolError('RESOURCE_UNAVAILABLE', 'The shelf fell down');
  },
});
