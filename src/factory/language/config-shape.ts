import {commonModuleKeys, commonToolKeys} from './common.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-language.js';

/** A name that a method of an instance and a function-calling API can have. */
export const toolNamePattern = '^[A-Za-z][A-Za-z0-9_:-]{0,63}$';

/** A tool of a kind. */
export function toolShape(kind: WrapLanguage): Shape {
  return {
    type: 'object',
    properties: {...kind.tool, ...commonToolKeys},
    ...(kind.toolRequired && {required: kind.toolRequired}),
    additionalProperties: false,
  };
}

/** A whole config of a kind. `type` names it, for a config that says it. */
export function configShape(name: string, kind: WrapLanguage): Shape {
  return {
    description: `Wraps ${kind.summary}.`,
    type: 'object',
    properties: {
      type: {description: 'What is wrapped.', type: 'string', enum: [name]},
      ...kind.module,
      ...commonModuleKeys,
      ...(!kind.discovers && {
        tools: {
          description: 'The tools, by name.',
          type: 'object',
          minProperties: 1,
          additionalProperties: toolShape(kind),
        },
      }),
    },
    required: kind.required,
    additionalProperties: false,
  };
}
