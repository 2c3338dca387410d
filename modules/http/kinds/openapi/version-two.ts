import {isRecord} from '../../../../src/sdk.js';
import {Broken} from './broken.js';
import type {Fields, ObjectPlace, OpenapiDocument, Place} from './document.js';
import {listOf, recordOf, securityOf, textOf, textsOf} from './operation.js';
import type {Answer, Body, Media, Operation, Parameter, ParameterPlace, SecurityScheme, Server} from './operation.js';
import type {Version} from './version.js';

/** Reads Swagger 2.0, in the words of OpenAPI 3. */
export const versionTwo: Version = {servers, schemes, operation};

function servers({root, source}: OpenapiDocument): readonly Server[] {
  const {host, basePath} = root;
  const path = typeof basePath === 'string' ? basePath : '/';
  if (typeof host !== 'string') return [{url: path, variables: {}}];
  const scheme = schemeOfUrls(root['schemes'], source.at);
  return [{url: `${scheme}://${host}${path.startsWith('/') ? '' : '/'}${path}`, variables: {}}];
}

/** https where it is offered, or nothing is said. */
function schemeOfUrls(schemes: unknown, at: string): string {
  const offered = textsOf(schemes).filter((scheme) => scheme === 'http' || scheme === 'https');
  if (offered.length === 0) return at.startsWith('http:') ? 'http' : 'https';
  return offered.includes('https') ? 'https' : 'http';
}

function operation(document: OpenapiDocument, method: string, path: string, place: ObjectPlace, item: ObjectPlace) {
  const {value, file} = place;
  const given = parametersOf(document, [item, place]);
  const consumes = textsOf(value['consumes'] ?? document.root['consumes']);
  const produces = textsOf(value['produces'] ?? document.root['produces']);
  const read: Operation = {
    method,
    path,
    id: textOf(value['operationId']),
    summary: textOf(value['summary']),
    description: textOf(value['description']),
    tags: textsOf(value['tags']),
    deprecated: value['deprecated'] === true,
    parameters: given.flatMap((parameter) => parameterOf(parameter) ?? []),
    body: bodyOf(given, consumes),
    answers: Object.entries(recordOf(value['responses']))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, answer]) => answerOf(document, status, {file, value: answer}, produces)),
    servers: undefined,
    security: securityOf(value['security']),
  };
  return read;
}

function parametersOf(document: OpenapiDocument, places: readonly ObjectPlace[]): readonly ObjectPlace[] {
  const parameters = new Map<string, ObjectPlace>();
  for (const {file, value} of places) {
    for (const one of listOf(value['parameters'])) {
      const parameter = document.object({file, value: one}, 'A parameter');
      const {name} = parameter.value;
      if (typeof name !== 'string' || name === '') throw new Broken('A parameter has no name');
      parameters.set(`${String(parameter.value['in'])} ${name}`, parameter);
    }
  }
  return [...parameters.values()];
}

const ofRequests: ReadonlySet<unknown> = new Set<ParameterPlace>(['path', 'query', 'header']);
const ofBodies: ReadonlySet<unknown> = new Set(['body', 'formData']);
/** How lists are written, in the words of OpenAPI 3: style and explode. */
const formats: Readonly<Record<string, readonly [style: string, explode: boolean]>> = {
  csv: ['form', false],
  ssv: ['spaceDelimited', false],
  pipes: ['pipeDelimited', false],
  tsv: ['spaceDelimited', false],
  multi: ['form', true],
};

/** Lists are separated by commas where nothing else is said. */
const formatOf = ({collectionFormat}: Fields): readonly [style: string, explode: boolean] =>
  (typeof collectionFormat === 'string' ? formats[collectionFormat] : undefined) ?? ['form', false];

function parameterOf({file, value}: ObjectPlace): Parameter | undefined {
  const {name, in: given} = value as {name: string; in: unknown};
  if (ofBodies.has(given)) return undefined;
  if (!ofRequests.has(given))
    throw new Broken(`The parameter ${JSON.stringify(name)} is in ${JSON.stringify(given) ?? 'no place'}`);
  const place = given as ParameterPlace;
  if (place === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase())) return undefined;
  const [style, explode] = formatOf(value);
  return {
    name,
    in: place,
    required: value['required'] === true || place === 'path',
    description: textOf(value['description']),
    schema: {file, value: schemaIn(value)},
    ...(value['type'] === 'array' && place === 'query' && {style, explode}),
  };
}

/** A parameter that is its own schema, without what it says of itself as a parameter. */
function schemaIn(parameter: Fields): Fields {
  const {name: _name, in: _in, required: _required, description: _description, ...schema} = parameter;
  return schema;
}

function bodyOf(given: readonly ObjectPlace[], consumes: readonly string[]): Body | undefined {
  const body = given.find(({value}) => value['in'] === 'body');
  if (body) {
    const schema: Place = {file: body.file, value: body.value['schema'] ?? {}};
    const types = consumes.length > 0 ? consumes : ['application/json'];
    return {
      required: body.value['required'] === true,
      description: textOf(body.value['description']),
      media: types.map((type) => ({type, schema})),
    };
  }
  const fields = given.filter(({value}) => value['in'] === 'formData');
  return fields.length === 0 ? undefined : formOf(fields, consumes);
}

function formOf(fields: readonly ObjectPlace[], consumes: readonly string[]): Body {
  const hasFile = fields.some(({value}) => value['type'] === 'file');
  const multipart = hasFile || (consumes.includes('multipart/form-data') && !consumes.includes(urlencoded));
  const required = fields.filter(({value}) => value['required'] === true).map(({value}) => value['name']);
  const properties = fields.map(({value}): [string, Fields] => {
    const {description} = value;
    return [String(value['name']), {...schemaIn(value), ...(description !== undefined && {description})}];
  });
  const lists = fields.filter(({value}) => value['type'] === 'array');
  const encoding = lists.map(({value}) => {
    const [style, explode] = formatOf(value);
    return [String(value['name']), {style, explode}] as const;
  });
  const media: Media = {
    type: multipart ? 'multipart/form-data' : urlencoded,
    schema: {
      file: fields[0]?.file ?? '',
      value: {type: 'object', properties: Object.fromEntries(properties), required},
    },
    encoding: multipart ? {} : Object.fromEntries(encoding),
  };
  return {required: required.length > 0, description: undefined, media: [media]};
}

const urlencoded = 'application/x-www-form-urlencoded';

function answerOf(document: OpenapiDocument, status: string, place: Place, produces: readonly string[]): Answer {
  const {file, value} = document.object(place, `The answer ${status}`);
  const schema = isRecord(value['schema']) ? {file, value: value['schema']} : undefined;
  const types = produces.length > 0 ? produces : ['application/json'];
  return {
    status,
    description: textOf(value['description']),
    media: schema ? types.map((type) => ({type, schema})) : [],
  };
}

function schemes({root}: OpenapiDocument): ReadonlyMap<string, SecurityScheme> {
  const given = Object.entries(recordOf(root['securityDefinitions']));
  return new Map(given.map(([name, scheme]) => [name, schemeOf(recordOf(scheme))]));
}

function schemeOf({type, in: place, name, flow, tokenUrl, scopes}: Fields): SecurityScheme {
  if (type === 'basic') return {type: 'basic'};
  if (type === 'apiKey' && typeof name === 'string' && (place === 'header' || place === 'query'))
    return {type: 'key', in: place, name};
  if (type === 'oauth2')
    return {
      type: 'oauth2',
      tokenURL: flow === 'application' ? textOf(tokenUrl) : undefined,
      scopes: Object.keys(recordOf(scopes)),
    };
  return {type: 'other', what: typeof type === 'string' ? type : 'unknown'};
}
