import {setImmediate} from 'node:timers/promises';
import {isRecord} from '../../../../src/sdk.js';
import {assertDocumentBounds, documentBounds, TooLarge} from './bounds.js';
import {parseYaml} from './client.js';
import {assertNesting} from './nesting.js';
import {inTurns} from './turns.js';
import {expandMerges} from './yaml-merges.js';

/** A text is no OpenAPI description. */
export class NoDescription extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** Characters of a text that are looked at in several turns. */
const long = 200_000;

/** Reads JSON or YAML, and bounds what it is. Throws NoDescription. */
export async function parseText(text: string, name: string): Promise<unknown> {
  const content = text.replace(/^\uFEFF/, '');
  const start = content.trimStart();
  if (start === '') throw new NoDescription('It is empty', 'Name the file or the URL of an OpenAPI description');
  if (start.startsWith('<')) {
    throw new NoDescription(
      'It is HTML or XML, not JSON or YAML',
      'Name the description itself, which pages about an API link to as openapi.json or openapi.yaml',
    );
  }
  const value = await parsed(content, name);
  // What was parsed took its time: others may run before the next look at all of it.
  if (content.length > long) await setImmediate();
  bounded(value);
  if (content.length > long) await setImmediate();
  return value;
}

/** Throws NoDescription for what is too large to be read. */
export function bounded(value: unknown): void {
  try {
    assertDocumentBounds(value);
  } catch (thrown) {
    if (!(thrown instanceof TooLarge)) throw thrown;
    throw new NoDescription(`It ${thrown.message}`, 'Cut the description down to what is needed');
  }
}

async function parsed(content: string, name: string): Promise<unknown> {
  const isJson = /^\s*[[{]/.test(content);
  try {
    if (!isJson) {
      assertShortYaml(content);
      return expandMerges(await parseYaml(content, name));
    }
    if (content.length > long) await inTurns(assertNesting(content));
    return JSON.parse(content);
  } catch (thrown) {
    if (thrown instanceof TooLarge)
      throw new NoDescription(`It ${thrown.message}`, 'Cut the description down to what is needed');
    throw new NoDescription(`It is no ${isJson ? 'JSON' : 'YAML'}${placeOf(thrown, content)}`, 'Correct the file');
  }
}

function assertShortYaml({length}: string): void {
  if (length > documentBounds.yaml)
    throw new TooLarge(`has ${length} characters of YAML, more than ${documentBounds.yaml}; as JSON it may be longer`);
}

/** Where a parser stumbled. What it found there is not told: the file may be another one than was meant. */
function placeOf(thrown: unknown, content: string): string {
  const message = thrown instanceof Error ? thrown.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) {
    const lines = content.slice(0, Number(position)).split('\n');
    return ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  }
  const [, line, column] = /\((\d+):(\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return ` at line ${line}, column ${column ?? '1'}`;
  return /end of JSON|unexpected end/i.test(message) ? ': it ends in the middle' : '';
}

/** The version that a description is written in. Throws NoDescription, saying what it is instead where that is known. */
export function versionOf(root: unknown): '2.0' | '3.0' | '3.1' {
  if (!isRecord(root)) {
    throw new NoDescription('It is no object, which an OpenAPI description is', 'Name an OpenAPI description');
  }
  const {swagger, openapi} = root;
  if (typeof openapi === 'string' && /^3\.[12](\.|$)/.test(openapi)) return '3.1';
  if (typeof openapi === 'string' && /^3\.0(\.|$)/.test(openapi)) return '3.0';
  if (String(swagger) === '2.0' || swagger === 2) return '2.0';
  const version = openapi ?? swagger;
  if (version !== undefined) {
    throw new NoDescription(
      `Its version is ${JSON.stringify(version) ?? 'unknown'}, and OpenAPI 3.0, 3.1 and Swagger 2.0 are read`,
      'Convert it to one of these',
    );
  }
  throw new NoDescription(`It is no OpenAPI description: ${otherKind(root)}`, 'Name an OpenAPI description');
}

/** What people name instead. */
function otherKind(root: Readonly<Record<string, unknown>>): string {
  if ('swaggerVersion' in root) return 'it is Swagger 1.2';
  if ('asyncapi' in root) return 'it is AsyncAPI, which has no requests';
  if ('arazzo' in root) return 'it is Arazzo, which names descriptions';
  if ('info' in root && 'item' in root) return 'it is a Postman collection';
  if ('__schema' in root || 'data' in root) return 'it may be the schema of a GraphQL API, which kind "graphql" wraps';
  return 'it has neither "openapi" nor "swagger"';
}
