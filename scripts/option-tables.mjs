// The option tables of docs/wrapping.md and docs/wrapping/, made from the published schema. A table stands between
// `<!-- options: NAME -->` and `<!-- /options -->`, where NAME is a definition of the schema: `module`, `cli`, `cli_tool`.

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Type of a property, for people. */
function typeOf(schema) {
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === undefined) return 'any value';
  const types = [schema.type]
    .flat()
    .map((type) => (type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : type));
  return types.join(' or ');
}

/** Rows of properties and of all that is in them, by their paths: `errors.*.when`, `examples[].input`. */
function rows(properties, required, prefix = '') {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const fallback = schema.default === undefined ? '' : ` Default \`${JSON.stringify(schema.default)}\`.`;
    const must = required.includes(name) ? ' **Required.**' : '';
    const text = `${schema.description ?? ''}${must}${fallback}`.trim();
    const line = `| \`${prefix}${name}\` | ${cell(typeOf(schema))} | ${cell(text)} |`;
    return [line, ...inner(schema, `${prefix}${name}`)];
  });
}

/** Rows of what stands in the value at a path. What is a reference has a table of its own. */
function inner({properties = {}, required = [], additionalProperties, items, anyOf = []}, path) {
  // `{$config}` and `{$env}` may stand wherever a template may: docs/wrapping.md says so once.
  const own = Object.entries(properties).filter(([, {$ref}]) => $ref === undefined);
  const isValue = '$config' in properties;
  return [
    ...(isValue ? [] : rows(Object.fromEntries(own), required, `${path}.`)),
    ...(typeof additionalProperties === 'object' ? inner(additionalProperties, `${path}.*`) : []),
    ...(items ? inner(items, `${path}[]`) : []),
    ...anyOf.flatMap((branch) => inner(branch, path)),
  ];
}

/** Rows of the keys of a definition itself; those of all kinds are references, and have tables of their own. */
function table(name, schema) {
  const definition = schema.$defs[name];
  if (!definition)
    throw new Error(`A page of docs/wrapping asks for the options of ${name}, which is no definition of the schema`);
  const own = Object.entries(definition.properties).filter(
    ([key, {$ref}]) => $ref === undefined && !['type', 'tools'].includes(key),
  );
  const body = rows(Object.fromEntries(own), definition.required ?? []);
  return ['| key | value | meaning |', '| --- | --- | --- |', ...body].join('\n');
}

/** The text of the guide with every table as the schema says. */
export function fillOptionTables(text, schema) {
  return text.replace(
    /(<!-- options: (\w+) -->\n)[\s\S]*?(<!-- \/options -->)/g,
    (_all, start, name, end) => `${start}${table(name, schema)}\n${end}`,
  );
}
