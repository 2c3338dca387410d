import type {FileInfo, ParserOptions} from '@apidevtools/json-schema-ref-parser';

/** The YAML of the reference parser, which makes no objects but plain ones. Throws for what is none. */
export async function parseYaml(text: string, name: string): Promise<unknown> {
  const {getJsonSchemaRefParserDefaultOptions} = await import('@apidevtools/json-schema-ref-parser');
  const {yaml} = getJsonSchemaRefParserDefaultOptions().parse ?? {};
  if (typeof yaml !== 'object' || typeof yaml.parse !== 'function') throw new Error('There is no YAML parser');
  return yaml.parse({url: name, hash: '', extension: '.yaml', data: text});
}

/**
 * Walks every reference to another file from a document on, and from what is read there: `read` gets the place as a path,
 * or as the URL that a reference names. Nothing else is read, and nothing is fetched.
 */
export async function walkReferences(
  path: string,
  document: object,
  read: (place: string) => Promise<unknown>,
): Promise<void> {
  const {resolve} = await import('@apidevtools/json-schema-ref-parser');
  const options: ParserOptions = {
    continueOnError: true,
    resolve: {
      http: false,
      file: false,
      haft: {order: 1, canRead: true, read: ({url}: FileInfo) => read(url) as Promise<never>},
    },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      haft: {order: 1, canParse: true, allowEmpty: true, parse: ({data}: FileInfo) => data as never},
    },
  };
  // What could not be read is known to the reader; here it is the sum of it.
  await resolve(path, document, options).catch(() => undefined);
}
