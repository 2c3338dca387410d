import {isRecord, ToolError} from '../../../src/sdk.js';
import type {HttpAnswer} from '../answer.js';

/** What GraphQL answered, with the HTTP around it. */
export interface GraphqlAnswer {
  data: unknown;
  errors?: unknown[];
  extensions?: unknown;
  status: number;
  headers: Record<string, string>;
}

/** C25: errors without data are a failure, errors beside data are listed. */
export function graphqlAnswer({data: body, status, headers}: HttpAnswer, changes: boolean): GraphqlAnswer {
  const outcome = changes ? ('unknown' as const) : ('failed' as const);
  if (!isRecord(body) || !('data' in body || 'errors' in body)) {
    throw new ToolError('PROTOCOL_ERROR', 'The answer is not one of GraphQL: it has neither data nor errors', {
      outcome,
      suggestions: ['Check the endpoint of the config'],
    });
  }
  const {data = null, errors, extensions} = body;
  const listed = Array.isArray(errors) && errors.length > 0 ? (errors as unknown[]) : undefined;
  if (listed && data === null) {
    const messages = listed.map((error) => (isRecord(error) ? String(error['message']) : String(error)));
    throw new ToolError('GRAPHQL_ERROR', `GraphQL: ${messages.join('; ')}`, {
      outcome: 'failed',
      suggestions: ['Correct the document or its variables, by what the errors say'],
      context: {errors: listed.slice(0, 20), status},
    });
  }
  return {data, ...(listed && {errors: listed}), ...(extensions !== undefined && {extensions}), status, headers};
}
