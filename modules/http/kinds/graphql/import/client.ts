import {ToolError} from '../../../../../src/sdk.js';

/** Reads a schema in the language of GraphQL by the package `graphql`, which is loaded only for it. */
export async function toIntrospection(sdl: string): Promise<unknown> {
  const {buildSchema, introspectionFromSchema} = await import('graphql').catch((cause: unknown) => {
    throw new ToolError('RESOURCE_UNAVAILABLE', 'Reading a .graphql file needs the package graphql', {
      outcome: 'not_executed',
      suggestions: ['npm install graphql', 'Give the JSON of an introspection query instead'],
      cause,
    });
  });
  try {
    return introspectionFromSchema(buildSchema(sdl), {descriptions: true});
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('INVALID_PARAMETER', `The schema can not be read: ${why}`, {
      outcome: 'not_executed',
      suggestions: ['Correct the .graphql file; it begins with types, such as type Query {…}'],
      cause,
    });
  }
}
