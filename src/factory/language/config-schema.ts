import type {JsonSchema} from '../../contract/json.js';
import type {WrapLanguage} from '../../contract/wrap-language.js';
import {commonModuleKeys, commonToolKeys} from './common.js';
import {configShape, toolNamePattern, toolShape} from './config-shape.js';
import {extendingDefinitions} from './extending-schema.js';
import {kindLanguages, kindNames} from './kinds.js';
import {isOnlyCode, shapeToJsonSchema} from './shape.js';

/** Where the keys that all kinds have are written once. */
const shared = {module: commonModuleKeys, tool: commonToolKeys};

const reference = (path: string): JsonSchema => ({$ref: `#/$defs/${path}`});

/** The properties of a kind, those of all kinds as references. */
function withShared(level: keyof typeof shared, schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, property]): [string, JsonSchema] => [
    key,
    Object.hasOwn(shared[level], key) ? reference(`${level}/properties/${key}`) : property,
  ]);
  return {...schema, properties: Object.fromEntries(properties)};
}

function kindDefinition(name: string, kind: WrapLanguage): JsonSchema {
  const schema = withShared('module', shapeToJsonSchema(configShape(name, kind)));
  const {tools, overrides, ...properties} = schema.properties ?? {};
  const spellings = kind.oneOf?.filter((key) => !isOnlyCode(kind.module[key] ?? {}));
  return {
    ...schema,
    properties: {
      ...properties,
      ...(overrides && {
        overrides: {
          ...overrides,
          additionalProperties: withShared('tool', overrides.additionalProperties as JsonSchema),
        },
      }),
      ...(tools && {
        tools: {...tools, propertyNames: {pattern: toolNamePattern}, additionalProperties: reference(`${name}_tool`)},
      }),
    },
    ...(spellings && {oneOf: spellings.map((key) => ({required: [key]}))}),
  };
}

/**
 * The published JSON Schema of wrap configs (config.schema.json), made from the language. A config that names no `type`
 * wraps a library (seed spelling A), one that extends others is what they make of it.
 */
export function configJsonSchema(): JsonSchema {
  const definitions: Record<string, JsonSchema> = {
    module: shapeToJsonSchema({description: 'Keys of every config.', properties: commonModuleKeys}),
    tool: shapeToJsonSchema({description: 'Keys of every tool.', properties: commonToolKeys}),
  };
  for (const name of kindNames) {
    const kind: WrapLanguage = kindLanguages[name];
    definitions[name] = kindDefinition(name, kind);
    if (kind.discovers) continue;
    const {toolAnyOf} = kind;
    definitions[`${name}_tool`] = {
      ...withShared('tool', shapeToJsonSchema(toolShape(kind))),
      ...(toolAnyOf && {anyOf: toolAnyOf.map((key) => ({required: [key]}))}),
    };
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'haft wrap config',
    description: 'Data from which haft builds a module. See docs/wrapping.md.',
    type: 'object',
    properties: {type: {description: 'What is wrapped. Left out: a library, named by `wraps`.', enum: kindNames}},
    if: {required: ['extends']},
    then: reference('extending'),
    else: {
      allOf: [
        ...kindNames.map((name) => ({
          if: {properties: {type: {const: name}}, required: ['type']},
          then: reference(name),
        })),
        {if: {not: {required: ['type']}}, then: reference('npm_library')},
      ],
    },
    $defs: {...definitions, ...extendingDefinitions(definitions)},
  };
}
