import type {ClassModuleKeys, LibraryModuleKeys, LibraryToolKeys} from '../wrap-config.js';
import {handleKeys} from './common.js';
import {flag, templates, text} from './parts.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-kind.js';

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

const libraryTool: Readonly<Record<keyof LibraryToolKeys, Shape>> = {
  method: text("Function to call: `get`, `promises.readFile`. Default: the tool's own name.", {minLength: 1}),
  inputMapping: {
    description:
      'Arguments in order: parameter of the method to field of the input. `{path: "path", data: "content"}` calls `fn(input.path, input.content)`. Missing ones at the end are left out.',
    type: 'object',
    additionalProperties: {type: 'string'},
  },
  args: templates('Arguments in order, made from the input: `["{path}", {"encoding": "utf8"}]`.'),
  construct: flag('Calls the method with `new`; without `method` the wrapped class itself.'),
  ...handleKeys,
};

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
};

export const npmLibraryLanguage: WrapLanguage = {...nodeModuleLanguage, summary: 'the functions of an npm package'};

export const classLanguage: WrapLanguage = {
  summary: 'the methods of an object, or of a class',
  module: classModule,
  tool: libraryTool,
  required: ['tools'],
  oneOf: ['target', 'module', 'wraps'],
  errors: libraryErrors,
};
