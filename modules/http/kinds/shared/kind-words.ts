import {ToolError} from '../../../../src/sdk.js';

/** Suggestions of the http module by its own options, and what they are for who wrote a wrap config; '' is no use there. */
const words: readonly (readonly [RegExp, string])[] = [
  [/authToken, getAuthToken or auth$/, '"auth"'],
  [/^Ask for it as text: responseType: 'text'$/, 'Ask for it as text: "response": "text"'],
  [/^Ask for less, or use download.*$/, 'Ask for less'],
  [/^Send less, or raise maxRequestBytes.*$/, 'Send less'],
  [/maxResponseBytes/, '"maxBody"'],
  [/allowedOrigins: \['([^']*)'\]/, '"allowHosts": ["$1"]'],
  [/allowPrivate: \['([^']*)'\]/, '"allowPrivate": ["$1"]'],
  [/^Set retry or rateLimit in the config$/, 'Raise "resend" or set "rateLimit" in the config'],
  [/^Set retry in the config$/, 'Raise "resend" in the config'],
];

/** What only an API has, whose answers are of many kinds. */
const graphqlWords: readonly (readonly [RegExp, string])[] = [
  [/^Ask for it as text: responseType: 'text'$/, ''],
  [/^Check that the URL is that of the API$/, 'Check that the endpoint is one of GraphQL'],
  [/baseURL of the config$/, 'the endpoint of the config'],
  ...words,
];

/** A failure of the http module with the keys of the wrap config in its suggestions. */
export function inKindWords(thrown: unknown, kind: 'rest' | 'graphql'): unknown {
  if (!ToolError.isToolError(thrown) || thrown.suggestions === undefined) return thrown;
  const table = kind === 'graphql' ? graphqlWords : words;
  const suggestions = thrown.suggestions.map((text) => translated(text, table)).filter((text) => text !== '');
  if (suggestions.join('\n') === thrown.suggestions.join('\n')) return thrown;
  const {code, message, outcome, recoverable, context, cause} = thrown;
  return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause});
}

function translated(text: string, table: typeof words): string {
  const [pattern, meant] = table.find(([known]) => known.test(text)) ?? [];
  return pattern === undefined || meant === undefined ? text : text.replace(pattern, meant);
}
