import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {FoundProblem} from './config-problem.js';
import {joinPath} from './config-problem.js';

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'any'];

/** What a schema was refused for, with the place of the parameter that it is about and the type that was most likely meant. */
export function schemaProblem(error: unknown, spec: unknown, path: string): FoundProblem {
  const message = error instanceof Error ? error.message : String(error);
  const {path: parameter, received} = (ToolError.isToolError(error) ? error.context : undefined) ?? {};
  const place = typeof parameter === 'string' ? placeOf(spec, parameter, path) : path;
  const [, name = '', marks = ''] = /^(.*?)((?:\[\])*\??)$/.exec(typeof received === 'string' ? received : '') ?? [];
  const near = nearest(name, types);
  const remedy =
    near === undefined
      ? 'Write the schema as in docs/wrapping.md: {path: "string", limit: "integer?"}'
      : `Did you mean "${near}${marks}"?`;
  return {path: place, message, remedy};
}

/** Where a parameter stands in any spelling of a schema: as deep as its path can be followed. */
function placeOf(spec: unknown, parameter: string, path: string): string {
  let [value, place] = [spec, path];
  for (const step of parameter.split('.').filter((part) => part !== '')) {
    if (isRecord(value) && isRecord(value['properties']) && Object.hasOwn(value['properties'], step)) {
      [value, place] = [value['properties'], joinPath(place, 'properties')];
    }
    if (!isRecord(value) || !Object.hasOwn(value, step)) return place;
    [value, place] = [value[step], joinPath(place, step)];
  }
  return isRecord(value) && typeof value['type'] === 'string' ? joinPath(place, 'type') : place;
}
