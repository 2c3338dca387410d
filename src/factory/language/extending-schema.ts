import type {JsonSchema} from '../../contract/json.js';
import {toolNamePattern} from './config-shape.js';
import {kindNames} from './kinds.js';

type Definitions = Readonly<Record<string, JsonSchema>>;

/** Keys that a config has for itself and can not take away. */
const ownKeys: ReadonlySet<string> = new Set(['$schema', 'extends', 'type']);

const reference = (path: string): JsonSchema => ({$ref: `#/$defs/${path}`});

/** A key as the kinds have it, which may differ, or `null`, which takes away what a base has. */
function keysOf(
  owners: readonly (readonly [path: string, owner: JsonSchema | undefined])[],
): Record<string, JsonSchema> {
  const found = new Map<string, Map<string, JsonSchema>>();
  for (const [path, owner] of owners) {
    for (const [key, property] of Object.entries(owner?.properties ?? {})) {
      const spellings = found.get(key) ?? new Map<string, JsonSchema>();
      found.set(key, spellings);
      // Kinds that have a key in common say the same of it.
      const text = JSON.stringify(property);
      if (!spellings.has(text))
        spellings.set(text, '$ref' in property ? property : reference(`${path}/properties/${key}`));
    }
  }
  return Object.fromEntries(
    [...found].map(([key, spellings]) => [key, {anyOf: [...spellings.values(), {type: 'null'}]}]),
  );
}

const namesOf = (schema: JsonSchema | undefined): string[] => Object.keys(schema?.properties ?? {});

/** What stands at the tools or overrides of a kind. */
const entryOf = (kind: JsonSchema | undefined, key: 'tools' | 'overrides'): JsonSchema | undefined =>
  kind?.properties?.[key]?.additionalProperties as JsonSchema | undefined;

/**
 * What a config with `extends` may hold, made from the definitions of the kinds: nothing has to be there, since a base may
 * have it, `null` takes away what one has, and where no `type` is named the keys of every kind may stand, since a base names it.
 */
export function extendingDefinitions(definitions: Definitions): Definitions {
  const module = keysOf(kindNames.map((name) => [name, definitions[name]]));
  const tool = keysOf(kindNames.map((name) => [`${name}_tool`, definitions[`${name}_tool`]]));
  const override = keysOf(
    kindNames.map((name) => [
      `${name}/properties/overrides/additionalProperties`,
      entryOf(definitions[name], 'overrides'),
    ]),
  );
  const entries = (name: string, more: JsonSchema = {}): JsonSchema => ({
    anyOf: [
      {type: 'object', ...more, additionalProperties: {anyOf: [reference(name), {type: 'null'}]}},
      {type: 'null'},
    ],
  });
  const own = Object.entries(definitions[kindNames[0] ?? '']?.properties ?? {}).filter(([key]) => ownKeys.has(key));
  return {
    extending: {
      description: 'A config that stands on others.',
      type: 'object',
      properties: {
        ...module,
        ...Object.fromEntries(own),
        type: {enum: kindNames},
        tools: entries('extending_tool', {propertyNames: {pattern: toolNamePattern}}),
        overrides: entries('extending_override'),
      },
      additionalProperties: false,
      allOf: kindNames.map((name) => onlyKeysOf(name, definitions)),
    },
    extending_tool: {type: 'object', properties: tool, additionalProperties: false},
    extending_override: {type: 'object', properties: override, additionalProperties: false},
  };
}

/** Where a type is named, only its keys may stand. */
function onlyKeysOf(name: string, definitions: Definitions): JsonSchema {
  const tools = namesOf(definitions[`${name}_tool`]);
  const overrides = namesOf(entryOf(definitions[name], 'overrides'));
  const entries = (names: readonly string[]): JsonSchema => ({
    additionalProperties: {propertyNames: {enum: names}},
  });
  return {
    if: {properties: {type: {const: name}}, required: ['type']},
    then: {
      propertyNames: {enum: namesOf(definitions[name])},
      properties: {
        ...(tools.length > 0 && {tools: entries(tools)}),
        ...(overrides.length > 0 && {overrides: entries(overrides)}),
      },
    },
  };
}
