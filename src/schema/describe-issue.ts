import type {ErrorObject as AjvError} from 'ajv';
import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import {isSensitiveKey} from '../contract/sensitive.js';
import type {Issue} from './issue.js';

/** `/files/0/name` of a JSON pointer as `files[0].name`. */
function readablePath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '');
}

/** A name of the caller's choosing, short enough for a message. */
const shorten = (name: string): string => (name.length > 80 ? `${name.slice(0, 77)}...` : name);

/**
 * A short picture of a value: its type, and its text where that is short and no secret. A longer text is not cut: a part
 * of a secret is not known for one.
 */
export function preview(value: unknown, isSecret = false): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${String(value.length)}`;
  if (typeof value === 'object') return 'object';
  if (isSecret) return typeof value;
  if (typeof value === 'string')
    return value.length > 60 ? `string of ${String(value.length)} characters` : `string ${JSON.stringify(value)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `${typeof value} ${String(value)}` : typeof value;
}

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** An error of ajv as an issue in words, with the nearest name for a typo. */
export function describeIssue(error: AjvError): Issue {
  const path = readablePath(error.instancePath);
  const isSecret = error.instancePath.split('/').some(isSensitiveKey);
  const params: Record<string, unknown> = error.params;
  const received = preview(error.data, isSecret);
  const subject = path === '' ? 'Input' : `Parameter "${path}"`;
  const base = {path, rule: error.keyword, received};
  switch (error.keyword) {
    case 'required': {
      const name = String(params['missingProperty']);
      const expected = expectedOf(propertySchema(error.parentSchema, name));
      const message = `Required parameter "${joinPath(path, name)}" is missing`;
      return {
        path: joinPath(path, name),
        rule: 'required',
        code: 'MISSING_PARAMETER',
        message,
        ...(expected !== '' && {expected}),
        suggestion: `Provide a "${name}" parameter`,
      };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = shorten(String(params['additionalProperty'] ?? params['unevaluatedProperty']));
      const known = isRecord(error.parentSchema?.['properties']) ? Object.keys(error.parentSchema['properties']) : [];
      const near = nearest(name, known);
      const full = joinPath(path, name);
      const accepted = known.length > 0 ? `one of ${known.join(', ')}` : 'no parameters';
      return {
        path: full,
        rule: 'additionalProperties',
        code: 'INVALID_PARAMETER',
        message: `Unknown parameter "${full}"`,
        expected: accepted,
        suggestion: near === undefined ? `Use ${accepted}` : `Did you mean "${near}" instead of "${name}"?`,
      };
    }
    case 'type': {
      if (typeof error.parentSchema?.['handle'] === 'string') return handleIssue(base, error.parentSchema['handle']);
      const expected = ([] as unknown[]).concat(params['type']).join(' or ');
      return {
        ...base,
        code: 'TYPE_MISMATCH',
        expected,
        message: `${subject} must be ${expected}, received ${received}`,
        suggestion: `Give ${path === '' ? 'the input' : `"${path}"`} as ${expected}${suchAs(error.parentSchema)}`,
      };
    }
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
      const near = typeof error.data === 'string' ? nearest(error.data, allowed) : undefined;
      return {
        ...base,
        code: 'INVALID_PARAMETER',
        expected: allowed.join(', '),
        message: `${subject} must be one of ${allowed.join(', ')}; received ${received}`,
        suggestion: near === undefined ? `Use one of ${allowed.join(', ')}` : `Did you mean "${near}"?`,
      };
    }
    case 'minLength':
    case 'minItems': {
      if (params['limit'] !== 1) return otherIssue(base, subject, error);
      const what = error.keyword === 'minLength' ? 'text' : 'list';
      return {
        ...base,
        code: 'INVALID_PARAMETER',
        expected: `a ${what} that is not empty`,
        message: `${subject} must not be empty; received ${received}`,
        suggestion: `Give ${path === '' ? 'the input' : `"${path}"`} at least one ${what === 'text' ? 'character' : 'item'}`,
      };
    }
    default:
      return otherIssue(base, subject, error);
  }
}

type Base = Pick<Issue, 'path' | 'rule'> & {readonly received: string};

/** In the words of the validator. */
function otherIssue(base: Base, subject: string, error: AjvError): Issue {
  const expected = error.message ?? error.keyword;
  return {
    ...base,
    code: 'INVALID_PARAMETER',
    expected,
    message: `${subject} ${expected}; received ${base.received}`,
  };
}

/** Examples of a schema, where it has short ones. */
function suchAs(schema: unknown): string {
  const examples = isRecord(schema) && Array.isArray(schema['examples']) ? (schema['examples'] as unknown[]) : [];
  const shown = examples.slice(0, 3).map((example) => JSON.stringify(example) ?? '');
  return shown.length === 0 || shown.some((text) => text.length > 60) ? '' : `, such as ${shown.join(' or ')}`;
}

function handleIssue(base: Base, type: string): Issue {
  return {
    ...base,
    code: 'HANDLE_NOT_FOUND',
    expected: `${type} handle`,
    message: 'Handle not found',
    suggestion: `Pass a ${type} handle as "${base.path}"`,
  };
}

function propertySchema(parent: unknown, name: string): Record<string, unknown> {
  const properties = isRecord(parent) ? parent['properties'] : undefined;
  const schema = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isRecord(schema) ? schema : {};
}

function expectedOf(schema: Record<string, unknown>): string {
  if (typeof schema['handle'] === 'string') return `${schema['handle']} handle`;
  const type = schema['type'];
  return Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : '';
}
