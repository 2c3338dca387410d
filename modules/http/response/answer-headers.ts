import type {IncomingHttpHeaders} from 'node:http';

/** Headers of an answer as plain JSON: lower case, lists joined but for set-cookie, which a cookie jar keeps to itself. */
export function answerHeaders(
  given: IncomingHttpHeaders,
  {cookies, answerHeaders: shown}: {readonly cookies: boolean; readonly answerHeaders?: readonly string[] | undefined},
): Record<string, string> {
  const only = shown && new Set(shown.map((name) => name.toLowerCase()));
  const headers: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value === undefined || name === '__proto__' || (cookies && name === 'set-cookie')) continue;
    if (!only || only.has(name)) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}
