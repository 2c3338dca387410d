import type {ClassModuleKeys, LibraryModuleKeys, LibraryToolKeys} from '../config-types/library.js';
import {handleKeys} from './common.js';
import {count, flag, templateMap, templates, text, texts} from './parts.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-language.js';

/** What a library may throw that has a common code: native codes, and the statuses of an HTTP client (C24, C32). */
const libraryErrors = [
  'RESOURCE_NOT_FOUND',
  'RESOURCE_EXISTS',
  'RESOURCE_LOCKED',
  'AUTHENTICATION_REQUIRED',
  'AUTHORIZATION_FAILED',
  'RATE_LIMITED',
  'NETWORK_ERROR',
  'CONNECTION_LOST',
  'OPERATION_FAILED',
];

const instanceConfig: Shape = {
  description:
    'Makes the object whose methods are called, once for each instance of the module, instead of the library itself.',
  type: 'object',
  code: '`(library, config) => instance`, async if need be',
  properties: {
    method: text('Function of the library that answers the object, or class to make it from.', {minLength: 1}),
    args: templates('Its arguments.'),
    construct: flag('Makes it with `new`. For `class` this is so when no method is named.'),
  },
  additionalProperties: false,
};

/** A number, or a template that is one. */
const bound = (description: string, standard?: number): Shape => ({
  description: `${description} A number, or a template.`,
  type: ['integer', 'string'],
  template: true,
  ...(standard !== undefined && {default: standard}),
});

const get = text('Reads this property: `info.title`. A getter is called; nothing else is.', {minLength: 1});
const set: Shape = {
  ...templateMap('Sets properties that the object has: `{"title": "{title}"}`. Missing inputs are left out.'),
  minProperties: 1,
};
const args = templates('Arguments in order, made from the input: `["{path}", {"encoding": "utf8"}]`.');
const construct = flag('Calls the method with `new`; without `method` the wrapped class itself.');

const libraryTool: Readonly<Record<keyof LibraryToolKeys, Shape>> = {
  method: text("Function to call: `get`, `promises.readFile`. Default: the tool's own name.", {minLength: 1}),
  inputMapping: {
    description:
      'Arguments in order: parameter of the method to field of the input. `{path: "path", data: "content"}` calls `fn(input.path, input.content)`. Missing ones at the end are left out.',
    type: 'object',
    additionalProperties: {type: 'string'},
  },
  args,
  construct,
  chain: {
    description: 'Several steps instead of one, each with what the one before answered; the last answer is the answer.',
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      properties: {
        method: text('Method to call.', {minLength: 1}),
        args,
        construct: flag('Calls it with `new`.'),
        get,
        set,
        keep: flag('Goes on with the object that it was called on, instead of its answer.'),
      },
      additionalProperties: false,
    },
  },
  get,
  set,
  next: {
    description:
      'Reads on from what is behind the handle, an iterator or the events of a tool with `events`: `{items, done}`.',
    type: 'object',
    properties: {
      limit: bound('Items to take at most, up to 10000.', 100),
      wait: bound('ms to wait for items. Default: for an iterator until there are `limit`, for events none.'),
    },
    additionalProperties: false,
  },
  events: {
    description:
      'Listens to the object from now on; `returns` names the handle that the events are read from. `error` is heard always.',
    type: 'object',
    properties: {
      names: {...texts('Events to keep.'), minItems: 1},
      end: texts('Events after which no more come.'),
      limit: count('Events that wait at most; further ones are counted.', {
        minimum: 1,
        maximum: 100_000,
        default: 1000,
      }),
    },
    required: ['names'],
    additionalProperties: false,
  },
  collect: {
    description: 'Reads the iterator or the stream that is answered, and ends it: `{items, done}`.',
    type: 'object',
    properties: {limit: bound('Items to take at most, up to 10000.', 100)},
    additionalProperties: false,
  },
  read: {
    description:
      'How bytes in the answer are written: `base64`, `base64url`, `hex` or `utf8`. Streams, blobs and bodies are read whole. An object names the properties that hold them: `{"Body": "{encoding}"}`.',
    type: ['string', 'object'],
    template: true,
  },
  maxBytes: count('Bytes that `read` may read.', {minimum: 1, default: 10_485_760}),
  ...handleKeys,
};

/** Keys that bind a tool to something else than one method, and whose inputs are no more than their templates name. */
const otherBindings = ['chain', 'get', 'set', 'next', 'events'] as const satisfies readonly (keyof LibraryToolKeys)[];

const inputOfBinding: WrapLanguage['input'] = (tool, placeholders) =>
  otherBindings.some((key) => tool[key] !== undefined)
    ? Object.fromEntries(placeholders.map((name) => [name, 'any?']))
    : undefined;

/** A getter changes nothing. */
const factsOf: WrapLanguage['facts'] = (tool) =>
  tool['get'] === undefined ? {} : {planning: {idempotent: true, sideEffects: false}};

const moduleName = text('What to load: `fs/promises`, `axios`, `@scope/name/part`.', {minLength: 1});
const wraps: Shape = {...moduleName, description: 'Another spelling of `module`.'};
const exported = text('Export to wrap: `Decimal`. Default: the default export, else all exports.', {minLength: 1});

const libraryModule: Readonly<Record<keyof LibraryModuleKeys, Shape>> = {
  module: moduleName,
  wraps,
  export: exported,
  instanceConfig,
};

const classModule: Readonly<Record<keyof ClassModuleKeys, Shape>> = {
  ...libraryModule,
  target: {description: 'In code: the object or the class itself, instead of `module`.', code: 'an object or a class'},
};

export const nodeModuleLanguage: WrapLanguage = {
  summary: 'the functions of a module of Node',
  module: libraryModule,
  tool: libraryTool,
  required: ['tools'],
  oneOf: ['module', 'wraps'],
  errors: libraryErrors,
  input: inputOfBinding,
  facts: factsOf,
};

export const npmLibraryLanguage: WrapLanguage = {...nodeModuleLanguage, summary: 'the functions of an npm package'};

export const classLanguage: WrapLanguage = {
  summary: 'the methods of an object, or of a class',
  module: classModule,
  tool: libraryTool,
  required: ['tools'],
  oneOf: ['target', 'module', 'wraps'],
  errors: libraryErrors,
  input: inputOfBinding,
  facts: factsOf,
};
