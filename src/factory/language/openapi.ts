import type {Shape, WrapLanguage} from '../../contract/wrap-language.js';
import type {OpenapiModuleKeys} from '../config-types/openapi.js';
import {commonToolKeys} from './common.js';
import {httpErrors, httpKeys} from './http.js';
import {flag, templateMap, text, texts, textTemplate} from './parts.js';
import {restLanguage} from './rest.js';

const {response, statuses, paginate} = restLanguage.tool;

const openapi: Readonly<Record<keyof OpenapiModuleKeys, Shape>> = {
  document: {
    description:
      'The OpenAPI description (3.0, 3.1 or Swagger 2.0; JSON or YAML): a path from `basePath`, a URL, the description itself, or `{"$config": name}` for one of these.',
    type: ['string', 'object'],
  },
  wraps: text('Another spelling of `document`, for a path or a URL.', {minLength: 1}),
  baseURL: textTemplate('Where the API is, instead of the server that the description names.'),
  serverVariables: templateMap('Values of variables in the URL of the server. Left out: their defaults.'),
  include: texts(
    'Operations to take: `tag:pets`, `GET /pets/*`, `/pets/*`, an `operationId` or the name of a tool; `*` stands for any text. Default: all.',
  ),
  exclude: texts('Operations to leave out, in the same way.'),
  deprecated: flag('Takes operations that are deprecated too. One that `include` names by itself is always taken.'),
  outputs: text(
    'What the schemas of answers are for: `describe` shows them and takes whatever is answered, `check` refuses what they do not say, `off` leaves them out.',
    {enum: ['describe', 'check', 'off'], default: 'describe'},
  ),
  overrides: {
    description: 'What the config says of single tools, by their names, put over what the description says.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        ...commonToolKeys,
        ...(response && {response}),
        ...(statuses && {statuses}),
        ...(paginate && {paginate}),
        rename: text('Name of the tool here.'),
      },
      additionalProperties: false,
    },
  },
  ...httpKeys,
  auth: {
    ...httpKeys.auth,
    properties: {
      ...httpKeys.auth.properties,
      token: textTemplate('The key or token that the description asks for, where it knows one way only.'),
      schemes: templateMap(
        'Credentials by the names that the description has for them (`securitySchemes`): a key or token, or `{username, password}`.',
      ),
    },
  },
};

export const openapiLanguage: WrapLanguage = {
  summary: 'an API with an OpenAPI description',
  module: openapi,
  tool: {},
  required: [],
  oneOf: ['document', 'wraps'],
  discovers: true,
  paces: true,
  facts: (tool, module) => restLanguage.facts?.(tool, module) ?? {},
  errors: httpErrors,
};
