import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {invalid} from '../../problems.js';
import {bytesOfBase64, fixed} from '../../request/bytes.js';
import type {RequestBody} from '../../request/bytes.js';
import {multipartBody} from '../../request/multipart.js';
import type {MultipartPart} from '../../request/multipart.js';
import {textOf} from './percent.js';
import {wordOf} from './word.js';
import {pairsOf, plainStyle, styleOf, typedText} from './styles.js';

type Values = Readonly<Record<string, unknown>>;

/** How one field of a form or one part of a multipart body is written. */
interface Field {
  readonly given: Readonly<Record<string, unknown>>;
  readonly filename: (values: Values) => unknown;
}

type Fields = ReadonlyMap<string, Field>;

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain; charset=utf-8',
  bytes: 'application/octet-stream',
};

/** The body of a request, made from the input; undefined where its input is missing. Throws INVALID_PARAMETER. */
export function bodyOf(
  request: Values,
  setup: Pick<WrapSetup, 'template'>,
  maxBytes: number,
): (values: Values) => RequestBody | undefined {
  if (request['body'] === undefined) return () => undefined;
  const {fill} = setup.template(request['body']);
  const kind = wordOf(request['bodyType'], 'json');
  const type = typeof request['contentType'] === 'string' ? request['contentType'] : types[kind];
  const fields = readFields(request['encoding'], setup);
  return (values) => {
    const body = fill(values);
    if (body === undefined) return undefined;
    switch (kind) {
      case 'form':
        return fixed(Buffer.from(formText(body, fields)), type, maxBytes);
      case 'multipart':
        return multipartBody(partsOf(body, fields, values), {maxBytes, files: undefined});
      case 'text':
        return fixed(Buffer.from(textOf(body)), type, maxBytes);
      case 'bytes':
        if (typeof body !== 'string') throw invalid('body', `The body must be base64, received ${typeof body}`);
        return fixed(bytesOfBase64('body', body), type, maxBytes);
      default:
        return fixed(Buffer.from(JSON.stringify(body)), type, maxBytes);
    }
  };
}

function readFields(encoding: unknown, setup: Pick<WrapSetup, 'template'>): Fields {
  const entries = Object.entries(isRecord(encoding) ? encoding : {}).map(([name, given]): [string, Field] => {
    const field = isRecord(given) ? given : {};
    return [name, {given: field, filename: setup.template(field['filename']).fill}];
  });
  return new Map(entries);
}

function formText(body: unknown, fields: Fields): string {
  const entries = entriesOf(body, 'form');
  const names = new Set(entries.map(([name]) => name));
  return entries
    .flatMap(([name, value]) => {
      const field = fields.get(name);
      return pairsOf(name, value, field ? styleOf(field.given) : plainStyle, names);
    })
    .join('&');
}

function partsOf(body: unknown, fields: Fields, values: Values): MultipartPart[] {
  return entriesOf(body, 'multipart body').flatMap(([name, value]) => {
    const field = fields.get(name);
    const type = field?.given['contentType'];
    const contentType = typeof type === 'string' ? type : undefined;
    const list = Array.isArray(value) && !/\bjson\b/i.test(contentType ?? '') ? (value as unknown[]) : [value];
    return list
      .filter((item) => item !== undefined && item !== null)
      .map((item) => partOf(name, item, field, contentType, values));
  });
}

function partOf(
  name: string,
  value: unknown,
  field: Field | undefined,
  contentType: string | undefined,
  values: Values,
): MultipartPart {
  const named = field?.filename(values);
  const filename = typeof named === 'string' ? named : undefined;
  if (field?.given['base64'] === true) {
    if (typeof value !== 'string') throw invalid(name, `"${name}" must be base64, received ${typeof value}`);
    return {name, content: value, filename, contentType};
  }
  const type = contentType ?? (typeof value === 'object' ? 'application/json' : undefined);
  const text = type === undefined ? textOf(value) : typedText(value, type);
  return {name, value: text, filename, contentType: type};
}

function entriesOf(body: unknown, what: string): [string, unknown][] {
  if (isRecord(body)) return Object.entries(body);
  throw invalid('body', `A ${what} is made from an object, received ${Array.isArray(body) ? 'a list' : typeof body}`);
}
