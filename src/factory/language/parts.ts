import type {Shape} from '../../contract/wrap-language.js';

/** Shapes that several keys share. */

export const text = (description: string, more: Omit<Shape, 'description' | 'type'> = {}): Shape => ({
  description,
  type: 'string',
  ...more,
});

export const texts = (description: string): Shape => ({description, type: 'array', items: {type: 'string'}});

export const anything = (description: string, more: Shape = {}): Shape => ({description, ...more});

export const flag = (description: string, value = false): Shape => ({description, type: 'boolean', default: value});

export const count = (description: string, more: Shape = {}): Shape => ({
  description,
  type: 'integer',
  minimum: 0,
  ...more,
});

/** A value with `{name}` placeholders and `{"$config": …}`, `{"$env": …}` in it. */
export const template = (description: string): Shape => ({description: `${description} A template.`, template: true});

export const templates = (description: string): Shape => ({
  description: `${description} Templates.`,
  type: 'array',
  template: true,
});

export const templateMap = (description: string): Shape => ({
  description: `${description} Templates.`,
  type: 'object',
  template: true,
});

/** Text, or a value of the runtime or of the environment. */
export const textTemplate = (description: string): Shape => ({
  description: `${description} A template.`,
  type: ['string', 'object'],
  template: true,
});

/** Any spelling of a schema (DESIGN 5). */
export const schema = (description: string): Shape => ({
  description: `${description} Shorthand, long form or JSON Schema.`,
  type: ['object', 'string'],
  code: 'a Standard Schema such as a zod object',
});

export const expression = (description: string, code: string): Shape => ({
  description: `${description} A JSONata expression, or an object of them, with $input and $config bound.`,
  type: ['string', 'object'],
  code,
});

export const handleName: Shape = {type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]*$'};
