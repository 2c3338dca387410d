import {isRecord, ToolError} from '../../../../src/sdk.js';
import {listOf, textOf} from './argv/argument.js';
import type {Reading, Values} from './reading.js';

/** What a program reads; undefined closes its stdin. */
type Stdin = (values: Values) => string | Uint8Array | undefined;

/** Text, JSON of any other value, `{"base64": "{data}"}` for bytes, `{"lines": "{names}"}` for a list. */
export function readStdin(spec: unknown, {template}: Pick<Reading, 'template'>): Stdin {
  if (spec === undefined) return () => undefined;
  const [form, inner] = formOf(spec);
  const {fill} = template(inner);
  return (values) => {
    const value = fill(values);
    if (value === undefined || value === null) return undefined;
    if (form === 'base64') return bytesOf(value);
    if (form === 'lines')
      return listOf(value)
        .map((line) => `${textOf(line)}\n`)
        .join('');
    return textOf(value);
  };
}

function formOf(spec: unknown): readonly ['base64' | 'lines' | 'text', unknown] {
  const [key, ...others] = isRecord(spec) ? Object.keys(spec) : [];
  const isForm = isRecord(spec) && others.length === 0 && (key === 'base64' || key === 'lines');
  return isForm ? [key, spec[key]] : ['text', spec];
}

function bytesOf(value: unknown): Uint8Array {
  const text = typeof value === 'string' ? value.replaceAll(/\s/g, '') : '';
  const isBase64 =
    typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
  if (isBase64) return Buffer.from(text, 'base64');
  throw new ToolError('INVALID_PARAMETER', 'What the program is to read is no base64', {
    outcome: 'not_executed',
    suggestions: ['Give bytes as base64: Buffer.from(bytes).toString("base64")'],
  });
}
