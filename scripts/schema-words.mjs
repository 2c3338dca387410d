// A JSON Schema in words, for tables of the docs.

const code = (word) => `\`${word}\``;

/** Type of a value: `string`, `` `a`, `b` ``, `list of string`, `handle of git_repository`. */
export function describeType(schema) {
  if (typeof schema.handle === 'string') return `handle of ${code(schema.handle)}`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(value)).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(describeType))].join(' or ');
  if (schema.type === undefined) return 'any value';
  const names = [schema.type].flat().map((type) => {
    if (type === 'array' && schema.items) return `list of ${describeType(schema.items)}`;
    return type === 'integer' || type === 'number' ? `${type}${range(schema)}` : type;
  });
  return names.join(' or ');
}

function range({minimum, maximum}) {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  return maximum === undefined ? '' : ` to ${maximum}`;
}

/** Fields of an object, those of nested ones and of lists of objects among them: `author.name`, `commits[].hash`. */
export function describeFields(schema, prefix = '', depth = 3) {
  if (depth === 0) return [];
  if (schema.items?.properties) return describeFields(schema.items, `${prefix}[].`.replace(/^\[\]\./, '[].'), depth);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${prefix}${key}`;
    const own = {
      name,
      type: describeType(field),
      fallback: field.default === undefined ? '' : code(JSON.stringify(field.default)),
      required: schema.required?.includes(key) ?? false,
      text: field.description ?? '',
    };
    const below = field.items?.properties ? field.items : field;
    return [own, ...describeFields(below, field.items?.properties ? `${name}[].` : `${name}.`, depth - 1)];
  });
}
