import type {JsonSchema} from '../../contract/json.js';
import type {Shape, Shapes} from '../../contract/wrap-language.js';

/** The JSON Schema of a shape: what is only for code becomes a sentence of the description. */
export function shapeToJsonSchema(shape: Shape): JsonSchema {
  const {code, template: _template, description, items, properties, additionalProperties, anyOf, ...rest} = shape;
  const text = [description, code === undefined ? undefined : `In code also: ${code}.`].filter(Boolean).join(' ');
  return {
    ...(text !== '' && {description: text}),
    ...rest,
    ...(items && {items: shapeToJsonSchema(items)}),
    ...(properties && {properties: shapesToJsonSchema(properties)}),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : shapeToJsonSchema(additionalProperties),
    }),
    ...(anyOf && {anyOf: anyOf.map(shapeToJsonSchema)}),
  };
}

function shapesToJsonSchema(shapes: Shapes): Record<string, JsonSchema> {
  const inData = Object.entries(shapes).filter(([, shape]) => !isOnlyCode(shape));
  return Object.fromEntries(inData.map(([key, shape]) => [key, shapeToJsonSchema(shape)]));
}

/** Whether a place has no spelling in data. */
export const isOnlyCode = (shape: Shape): boolean =>
  shape.code !== undefined && shape.type === undefined && shape.anyOf === undefined && shape.enum === undefined;
