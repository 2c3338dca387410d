import {existsSync} from 'node:fs';
import {isRecord} from '../../../../src/sdk.js';
import type {Report} from '../shared/check-http.js';
import {describedBase, idlePatterns} from './compile-document.js';
import type {OpenapiDocument} from './document.js';
import {NoDescription} from './parse-text.js';
import {readDocument, sourceOf} from './read-document.js';
import {untrusted} from './trusted-server.js';

type Values = Readonly<Record<string, unknown>>;

/** Whether a value of the config is a runtime value. */
export const isNamed = (given: unknown): boolean => isRecord(given) && typeof given['$config'] === 'string';

/** Reports what is wrong with a description that is here: nothing is fetched, so one that has a URL is looked at later. */
export async function checkDocument(config: Values, report: Report): Promise<void> {
  const path = config['document'] === undefined ? 'wraps' : 'document';
  const given = config[path];
  if (given === undefined || isNamed(given)) return;
  try {
    const source = sourceOf(given, process.cwd());
    // What is not there may be in the folder of the runtime values.
    if (source.kind === 'url' || (source.kind === 'file' && !existsSync(source.path))) return;
    const document = await readDocument(source);
    for (const idle of idlePatterns(document, config)) report(problemOf(idle));
    checkServer(document, config, report);
  } catch (thrown) {
    if (!(thrown instanceof NoDescription)) throw thrown;
    const received = typeof given === 'string' ? JSON.stringify(given.slice(0, 200)) : undefined;
    report({path, message: thrown.message, ...(received !== undefined && {received}), remedy: thrown.remedy});
  }
}

/** The server of the description, where the config gives no other: what `create` would refuse. */
function checkServer(document: OpenapiDocument, config: Values, report: Report): void {
  if (config['baseURL'] !== undefined) return;
  const variables = Object.entries(isRecord(config['serverVariables']) ? config['serverVariables'] : {});
  // What the runtime gives is not known yet.
  if (variables.some(([, value]) => typeof value !== 'string' || value.includes('{'))) return;
  const base = describedBase(document, Object.fromEntries(variables) as Record<string, string>);
  const problem =
    'url' in base
      ? untrusted(base.url, document.source.at, config)
      : {message: base.why, remedy: 'Give baseURL: where the API is'};
  if (problem) report({path: 'baseURL', ...problem});
}

/** A pattern that picks nothing. */
export function problemOf({path, pattern, meant}: ReturnType<typeof idlePatterns>[number]) {
  return {
    path,
    message: 'No operation is picked by it',
    received: JSON.stringify(pattern),
    remedy:
      meant === undefined
        ? 'Give an operationId, "GET /path", "tag:name", or a text with "*"'
        : `Did you mean ${JSON.stringify(meant)}?`,
  };
}
