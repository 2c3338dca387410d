import {isRecord, nearest, unusedInputs} from '../../../../src/sdk.js';
import {requestErrors} from '../../tools/shared.js';
import {checkHeaderNames} from './check-http.js';
import type {Report} from './check-http.js';
import {strayBrace} from './path.js';
import {wordOf} from './word.js';

type Values = Readonly<Record<string, unknown>>;

/** Reports what the language can not say of a tool of the rest kind; `path` is where it stands. */
export function checkRest(tool: Values, path: string, report: Report): void {
  const {request} = tool;
  if (!isRecord(request)) {
    return;
  }
  const at = (key: string): string => `${path}.request.${key}`;
  checkPath(request['path'], at('path'), report);
  checkBody(request, at, report);
  checkHeaderNames(request['headers'], at('headers'), report);
  checkStatuses(tool, path, report);
  for (const {path: place, name} of unusedInputs(tool, ['request', 'paginate'])) {
    const message = `The input "${name}" is not used by the request`;
    report({path: `${path}.${place}`, message, remedy: `Use it as {${name}}, or remove it`});
  }
  if (isRecord(tool['paginate'])) checkPaginate(tool['paginate'], tool, `${path}.paginate`, report);
}

function checkPath(template: unknown, path: string, report: Report): void {
  if (typeof template !== 'string') return;
  const stray = strayBrace(template);
  const received = JSON.stringify(template);
  if (stray !== undefined) {
    report({
      path,
      message: `"${stray}" is no placeholder`,
      received,
      remedy: 'Write {name}, or {+name} to keep slashes; {{name}} is the text {name}',
    });
  }
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(template)) {
    report({path, message: 'It must be a path below baseURL', received, remedy: 'Write "/users/{id}"'});
  }
}

function checkBody(request: Values, at: (key: string) => string, report: Report): void {
  const {body, bodyType, encoding, method = 'GET'} = request;
  if (body !== undefined && (method === 'GET' || method === 'HEAD')) {
    report({path: at('body'), message: `A ${method} has no body`, remedy: 'Set "method": "POST", or use "query"'});
  }
  if (body === undefined) {
    for (const key of ['bodyType', 'contentType', 'encoding']) {
      if (request[key] !== undefined)
        report({path: at(key), message: `"${key}" says how a body is sent, and there is none`, remedy: 'Add "body"'});
    }
  } else if (encoding !== undefined && bodyType !== 'form' && bodyType !== 'multipart') {
    report({path: at('encoding'), message: 'Only a form has fields', remedy: 'Set "bodyType": "form" or "multipart"'});
  }
  if (bodyType === 'multipart' && request['contentType'] !== undefined) {
    report({path: at('contentType'), message: 'That of a multipart body has its boundary', remedy: 'Leave it out'});
  }
}

function checkStatuses({statuses, errors}: Values, path: string, report: Report): void {
  const known = ['ok', ...Object.keys(isRecord(errors) ? errors : {}), ...Object.keys(requestErrors)];
  for (const [status, code] of Object.entries(isRecord(statuses) ? statuses : {})) {
    const place = `${path}.statuses.${status}`;
    if (!/^[2-5]\d\d$/.test(status)) {
      report({path: place, message: `"${status}" is no status of an answer`, remedy: 'Give one such as "404"'});
    }
    if (typeof code !== 'string' || known.includes(code)) continue;
    const near = nearest(code, known);
    report({
      path: place,
      message: `The code "${code}" is not declared`,
      remedy: near === undefined ? `Add "${code}" to "errors" of the tool, or write "ok"` : `Did you mean "${near}"?`,
    });
  }
}

function checkPaginate(paginate: Values, tool: Values, path: string, report: Report): void {
  const request = tool['request'] as Values;
  const {style, parameter} = paginate;
  const needs: Readonly<Record<string, readonly string[]>> = {
    cursor: ['next'],
    page: ['parameter'],
    offset: ['parameter'],
  };
  for (const key of needs[String(style)] ?? []) {
    if (paginate[key] === undefined)
      report({path: `${path}.${key}`, message: `"${key}" is missing for style "${String(style)}"`, remedy: `Add it`});
  }
  const useless = {link: ['parameter', 'next', 'hasMore', 'size', 'start'], cursor: ['size', 'start']};
  for (const key of useless[style as keyof typeof useless] ?? []) {
    if (paginate[key] !== undefined)
      report({
        path: `${path}.${key}`,
        message: `"${key}" means nothing for style "${String(style)}"`,
        remedy: 'Remove it',
      });
  }
  if ((style === 'page' || style === 'offset') && paginate['next'] !== undefined) {
    report({path: `${path}.next`, message: `"next" means nothing for style "${style}"`, remedy: 'Remove it'});
  }
  if ((request['method'] ?? 'GET') !== 'GET') {
    report({path, message: 'Only a GET has pages that can be walked', remedy: 'Remove "paginate"'});
  }
  if (!['auto', 'json'].includes(wordOf(tool['response'], 'auto'))) {
    report({
      path: path.replace(/paginate$/, 'response'),
      message: 'The answer is the list of items',
      remedy: 'Remove it',
    });
  }
  const query = isRecord(request['query']) ? request['query'] : {};
  const template = typeof parameter === 'string' ? query[parameter] : undefined;
  if (isRecord(template)) {
    report({path: `${path}.parameter`, message: 'It must be a plain parameter', remedy: 'Write its value alone'});
  }
}
