import {importGraphql, introspect, introspectText} from '../../../modules/http/kinds/graphql/import.js';
import type {Importer} from './importer.js';
import {authOf, isAddress, readSourceFile, tokenOf} from './source.js';

/** From an endpoint, from a schema (`.graphql`), or from the JSON that introspection answered. */
export const graphqlImporter: Importer = async (request) => {
  const {source, baseURL, include, exclude, depth, allowPrivate, signal, progress} = request;
  const token = tokenOf(request);
  const headers = token === undefined ? {} : {authorization: `Bearer ${token}`};
  const schema = isAddress(source)
    ? await introspect(source, {headers, allowPrivate, signal, progress})
    : await schemaOfFile(await readSourceFile(request));
  // A file does not say where its server is.
  const endpoint = baseURL ?? (isAddress(source) ? source : {$config: 'endpoint'});
  const {config, leftOut} = importGraphql(schema, {
    endpoint,
    ...(authOf(request) && {auth: authOf(request)}),
    ...(include && {include}),
    ...(exclude && {exclude}),
    ...(depth !== undefined && {depth}),
  });
  return {config, leftOut};
};

async function schemaOfFile(text: string): Promise<unknown> {
  if (!/^\s*\{\s*"/.test(text)) return introspectText(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
