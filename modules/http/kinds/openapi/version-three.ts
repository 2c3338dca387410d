import {isRecord} from '../../../../src/sdk.js';
import {Broken} from './broken.js';
import type {Fields, ObjectPlace, OpenapiDocument, Place} from './document.js';
import {listOf, recordOf, securityOf, textOf, textsOf} from './operation.js';
import type {Answer, Body, Media, Operation, Parameter, ParameterPlace, SecurityScheme, Server} from './operation.js';
import type {Version} from './version.js';

/** Reads OpenAPI 3.0 and 3.1. */
export const versionThree: Version = {servers: ({root}) => serversOf(root['servers']) ?? [], schemes, operation};

function operation(document: OpenapiDocument, method: string, path: string, place: ObjectPlace, item: ObjectPlace) {
  const {value} = place;
  const read: Operation = {
    method,
    path,
    id: textOf(value['operationId']),
    summary: textOf(value['summary']) ?? textOf(item.value['summary']),
    description: textOf(value['description']),
    tags: textsOf(value['tags']),
    deprecated: value['deprecated'] === true,
    parameters: parametersOf(document, [item, place]),
    body: bodyOf(document, {file: place.file, value: value['requestBody']}),
    answers: Object.entries(recordOf(value['responses']))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, answer]) => answerOf(document, status, {file: place.file, value: answer})),
    servers: serversOf(value['servers']) ?? serversOf(item.value['servers']),
    security: securityOf(value['security']),
  };
  return read;
}

const serversOf = (value: unknown): readonly Server[] | undefined => {
  const servers = listOf(value).filter(isRecord);
  if (servers.length === 0) return undefined;
  return servers.flatMap(({url, variables}) =>
    typeof url === 'string' ? [{url, variables: recordOf(variables)}] : [],
  );
};

/** Those of the path first; the operation's own of the same name and place win. */
function parametersOf(document: OpenapiDocument, places: readonly ObjectPlace[]): readonly Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const {file, value} of places) {
    for (const given of listOf(value['parameters'])) {
      const parameter = parameterOf(document.object({file, value: given}, 'A parameter'));
      if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...parameters.values()];
}

const parameterPlaces: ReadonlySet<unknown> = new Set<ParameterPlace>(['path', 'query', 'header', 'cookie']);
/** What other parts of a description say: OpenAPI has these names ignored. */
const saidElsewhere = new Set(['accept', 'content-type', 'authorization']);

function parameterOf({file, value}: ObjectPlace): Parameter | undefined {
  const name = value['name'];
  if (typeof name !== 'string' || name === '') throw new Broken('A parameter has no name');
  if (!parameterPlaces.has(value['in']))
    throw new Broken(`The parameter ${JSON.stringify(name)} is in ${JSON.stringify(value['in']) ?? 'no place'}`);
  const place = value['in'] as ParameterPlace;
  if (place === 'header' && saidElsewhere.has(name.toLowerCase())) return undefined;
  const [content] = Object.entries(recordOf(value['content']));
  return {
    name,
    in: place,
    required: value['required'] === true || place === 'path',
    description: textOf(value['description']),
    schema: schemaOf(file, content ? recordOf(content[1]) : value),
    contentType: content?.[0],
    style: textOf(value['style']),
    explode: typeof value['explode'] === 'boolean' ? value['explode'] : undefined,
    allowReserved: value['allowReserved'] === true,
  };
}

const schemaOf = (file: string, {schema}: Fields): Place | undefined =>
  schema === undefined || schema === null ? undefined : {file, value: schema};

function mediaOf(file: string, content: unknown): readonly Media[] {
  return Object.entries(recordOf(content)).map(([type, media]) => {
    const value = recordOf(media);
    return {type, schema: schemaOf(file, value), encoding: recordOf(value['encoding'])};
  });
}

function bodyOf(document: OpenapiDocument, place: Place): Body | undefined {
  if (place.value === undefined || place.value === null) return undefined;
  const {file, value} = document.object(place, 'The request body');
  const media = mediaOf(file, value['content']);
  if (media.length === 0) return undefined;
  return {required: value['required'] === true, description: textOf(value['description']), media};
}

function answerOf(document: OpenapiDocument, status: string, place: Place): Answer {
  const {file, value} = document.object(place, `The answer ${status}`);
  return {status, description: textOf(value['description']), media: mediaOf(file, value['content'])};
}

function schemes(document: OpenapiDocument): ReadonlyMap<string, SecurityScheme> {
  const given = recordOf(recordOf(document.root['components'])['securitySchemes']);
  return new Map(
    Object.entries(given).map(([name, scheme]) => [name, schemeOf(readable(document, document.at(scheme)))]),
  );
}

function readable(document: OpenapiDocument, place: Place): Fields {
  try {
    return document.object(place, 'A security scheme').value;
  } catch (thrown) {
    if (thrown instanceof Broken) return {};
    throw thrown;
  }
}

function schemeOf(scheme: Fields): SecurityScheme {
  const {type, scheme: http, in: place, name, flows} = scheme;
  const kind = String(http).toLowerCase();
  if (type === 'http' && (kind === 'bearer' || kind === 'basic')) return {type: kind};
  if (type === 'apiKey' && typeof name === 'string' && (place === 'header' || place === 'query' || place === 'cookie'))
    return {type: 'key', in: place, name};
  if (type === 'oauth2') {
    const flow = recordOf(recordOf(flows)['clientCredentials']);
    return {type: 'oauth2', tokenURL: textOf(flow['tokenUrl']), scopes: Object.keys(recordOf(flow['scopes']))};
  }
  if (type === 'openIdConnect') return {type: 'oauth2', tokenURL: undefined, scopes: []};
  return {type: 'other', what: typeof type === 'string' ? [type, http].filter(Boolean).join(' ') : 'unknown'};
}
