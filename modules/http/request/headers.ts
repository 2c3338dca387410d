import {ToolError} from '../../../src/sdk.js';

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** What says how a message travels belongs to the module: set by a caller it would smuggle requests (HT08). */
const ours = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What goes to every origin: it says nothing of who calls. */
const harmless = new Set([
  'accept',
  'accept-language',
  'user-agent',
  'range',
  'if-none-match',
  'if-modified-since',
  'content-type',
  'content-language',
]);

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Visible latin-1, spaces and tabs inside. */
const content = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * Headers as they are sent: lower case, texts. null leaves a header out. `problem` makes the error for one that can not
 * be sent; it is told the name and never the value.
 */
export function checkedHeaders(
  given: Readonly<Record<string, unknown>>,
  problem: (message: string) => ToolError,
): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    const lower = name.toLowerCase();
    if (!token.test(name)) throw problem(`${JSON.stringify(name.slice(0, 100))} is no name of a header`);
    if (ours.has(lower) || lower.startsWith('proxy-')) throw problem(`the header '${name}' is set by the module`);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw problem(`the header '${name}' must be a text, received ${typeof value}`);
    }
    const text = String(value);
    if (!content.test(text)) throw problem(`the header '${name}' has characters that a header can not have`);
    headers[lower] = text.trim();
  }
  return headers;
}

/** The headers of a call over those of the config; a null of the call takes one of the config's away. */
export function mergedHeaders(config: Headers, given: Readonly<Record<string, unknown>> | undefined): Headers {
  if (given === undefined) return config;
  const refuse = (message: string): ToolError =>
    new ToolError('INVALID_PARAMETER', `In headers, ${message}`, {
      outcome: 'not_executed',
      suggestions: ['Give names and texts without line breaks; host, length and connection are set by the module'],
      context: {parameter: 'headers'},
    });
  const own = checkedHeaders(given, refuse);
  const gone = takenAway(given);
  if (gone.size === 0) return {...config, ...own};
  return {...Object.fromEntries(Object.entries(config).filter(([name]) => !gone.has(name))), ...own};
}

/** Names, in lower case, of the headers that a call gives as null. */
export function takenAway(given: Readonly<Record<string, unknown>> | undefined): ReadonlySet<string> {
  const names = Object.entries(given ?? {}).filter(([, value]) => value === null);
  return new Set(names.map(([name]) => name.toLowerCase()));
}

/** What of the headers may go to an origin that they were not given for. */
export function harmlessHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)));
}

/** Without what says something of a body that is not sent on. */
export function withoutBody(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}
