import {isRecord} from '../../../../src/sdk.js';
import {Broken} from './broken.js';
import type {OpenapiDocument, Place} from './document.js';
import type {Inputs} from './inputs.js';
import {bodyTypeOf, contentTypeOf, preferred} from './media-types.js';
import type {BodyType} from './media-types.js';
import {inputName} from './names.js';
import {recordOf} from './operation.js';
import type {Body, Media} from './operation.js';
import {plainObject} from './plain-object.js';
import type {PlainObject} from './plain-object.js';

/** The body of a request, in the words of a rest tool. */
export interface BoundBody {
  readonly body: unknown;
  readonly bodyType?: BodyType;
  readonly contentType?: string;
  readonly encoding?: Readonly<Record<string, unknown>>;
}

/** Fields that become inputs beside the parameters. */
const maxFields = 100;
const base64 = 'Bytes in base64.';

/** Makes inputs of the body of an operation, and says how it is sent. Throws Broken. */
export function bindBody(document: OpenapiDocument, body: Body, inputs: Inputs): BoundBody {
  const media = preferred(body.media);
  if (!media) throw new Broken('Its body has no media type');
  const bodyType = bodyTypeOf(media.type);
  const contentType = contentTypeOf(media.type);
  const more = {
    ...(bodyType !== 'json' && {bodyType}),
    ...(contentType !== undefined && {contentType}),
  };
  if (bodyType === 'text' || bodyType === 'bytes') return {...asText(body, bodyType, inputs), ...more};
  const object = media.schema && plainObject(document, media.schema);
  if (object && fits(object, body, inputs)) {
    const visible = [...object.fields].filter(([, place]) => !isReadOnly(document, place));
    const binary = bodyType === 'multipart' ? visible.filter(([, place]) => isBinary(document, place)) : [];
    const names = new Set(binary.map(([name]) => name));
    const fields = visible.map(([name, place]) => {
      const required = object.required.has(name);
      const input = names.has(name)
        ? inputs.add(name, 'body', undefined, {required, ...bytesOf(document, place)})
        : inputs.add(name, 'body', place, {required});
      return [name, `{${input}}`] as const;
    });
    return {body: Object.fromEntries(fields), ...more, ...encodingOf(media, bodyType, names)};
  }
  const binary = bodyType === 'multipart' ? binaryFields(document, media.schema) : new Set<string>();
  const description = body.description;
  const input = inputs.add('body', 'body', media.schema, {required: body.required, description});
  return {body: `{${input}}`, ...more, ...encodingOf(media, bodyType, binary)};
}

function asText(body: Body, type: 'text' | 'bytes', inputs: Inputs): {readonly body: string} {
  const {required} = body;
  const said = body.description ?? 'The body of the request';
  const facts =
    type === 'bytes'
      ? {description: `${said.replace(/[.\s]*$/, '.')} ${base64}`, schema: {type: 'string', format: 'byte'}}
      : {description: said, schema: {type: 'string'}};
  return {body: `{${inputs.add('body', 'body', undefined, {required, ...facts})}}`};
}

/**
 * Whether the fields of a body can stand beside the parameters: none is called like one, nor needs another name; and a
 * body that may be left out asks for none of them, for then it could not be left out.
 */
function fits({fields, required}: PlainObject, body: Body, inputs: Inputs): boolean {
  if (fields.size > maxFields || (!body.required && required.size > 0)) return false;
  return [...fields.keys()].every((name) => inputName(name) === name) && inputs.areFree(fields.keys());
}

function isReadOnly(document: OpenapiDocument, place: Place): boolean {
  const own = place.value;
  if (isRecord(own) && own['readOnly'] === true) return true;
  const {value} = document.resolve(place);
  return isRecord(value) && value['readOnly'] === true;
}

/** Whether a field is a file. */
function isBinary(document: OpenapiDocument, place: Place): boolean {
  const {file, value} = document.resolve(place);
  if (!isRecord(value)) return false;
  if (value['type'] === 'array') return isRecord(value['items']) && isBinary(document, {file, value: value['items']});
  const {type, format, contentMediaType, contentEncoding} = value;
  if (type === 'file' || format === 'binary') return true;
  return contentEncoding === undefined && /^(image|audio|video)\/|octet-stream/.test(String(contentMediaType));
}

function binaryFields(document: OpenapiDocument, schema: Place | undefined): ReadonlySet<string> {
  if (!schema) return new Set();
  const {file, value} = document.resolve(schema);
  const fields = Object.entries(recordOf(recordOf(value)['properties']));
  return new Set(fields.filter(([, field]) => isBinary(document, {file, value: field})).map(([name]) => name));
}

function bytesOf(document: OpenapiDocument, place: Place) {
  const value = recordOf(document.resolve(place).value);
  const said = typeof value['description'] === 'string' ? `${value['description'].replace(/[.\s]*$/, '.')} ` : '';
  const one = {type: 'string', format: 'byte'};
  return {
    description: `${said}${value['type'] === 'array' ? 'Files, each its bytes' : 'A file: its bytes'} in base64.`,
    schema: value['type'] === 'array' ? {type: 'array', items: one} : one,
  };
}

const kept = ['contentType', 'style', 'explode', 'allowReserved'];

/** How single fields of a form are written. */
function encodingOf({encoding}: Media, bodyType: BodyType, binary: ReadonlySet<string>) {
  if (bodyType !== 'form' && bodyType !== 'multipart') return {};
  const fields = new Map<string, Record<string, unknown>>();
  for (const [name, given] of Object.entries(encoding ?? {})) {
    const facts = Object.entries(recordOf(given)).filter(
      ([key, value]) => kept.includes(key) && (typeof value === 'string' || typeof value === 'boolean'),
    );
    // Several types are a choice that nobody makes here.
    const own = facts.filter(([key, value]) => key !== 'contentType' || !/[,*{}]/.test(String(value)));
    const fitting = bodyType === 'multipart' ? own.filter(([key]) => key === 'contentType') : own;
    if (name !== '__proto__' && fitting.length > 0) fields.set(name, Object.fromEntries(fitting));
  }
  for (const name of binary)
    fields.set(name, {...fields.get(name), base64: true, filename: name.replace(/[{}$]/g, '')});
  return fields.size === 0 ? {} : {encoding: Object.fromEntries(fields)};
}
