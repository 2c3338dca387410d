// The pages of docs/gallery/, made from the wrap configs that ship: what each wraps, what it needs, its tools, its calls.

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text) => `\`${text}\``;
const list = (items) => items.map((item) => `- ${item}`).join('\n');
const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** What a config wraps, and what must be there for it. */
const wrapped = {
  node_module: ({module, wraps}) => [`the module ${code(module ?? wraps)} of Node`],
  npm_library: ({module, wraps}) => [
    `the package ${code(module ?? wraps)}`,
    `npm install ${packageOf(module ?? wraps)}`,
  ],
  class: ({module, wraps}) => [`a class of ${code(module ?? wraps)}`, `npm install ${packageOf(module ?? wraps)}`],
  cli: ({command, wraps}) => [`the program ${code(command ?? wraps)}`],
  rest: () => ['an HTTP API'],
  openapi: () => ['an API with an OpenAPI description'],
  graphql: () => ['a GraphQL endpoint'],
  sql: () => ['a Postgres database'],
  mcp: () => ['an MCP server', 'npm install @modelcontextprotocol/client'],
};

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const kindOf = ({type, module, wraps}, isBuiltin) =>
  type ?? (isBuiltin(module ?? wraps ?? '') ? 'node_module' : 'npm_library');

/** Inputs of a tool on one line: `path`, `limit?`. */
function inputs({properties = {}, required = []}) {
  const names = Object.keys(properties).map((name) => code(required.includes(name) ? name : `${name}?`));
  return names.length === 0 ? '' : names.join(', ');
}

function runtimeValues(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const must = (schema.required ?? []).includes(name) ? '**Required.** ' : '';
    const fallback = property.default === undefined ? '' : ` Default ${code(JSON.stringify(property.default))}.`;
    return [code(name), `${must}${property.description ?? ''}${fallback}`];
  });
  return rows.length === 0 ? undefined : `## Runtime values\n\n${table(['value', 'meaning'], rows)}`;
}

function toolTable(tools) {
  const rows = Object.entries(tools).map(([name, {description, inputSchema, planning, securityTier}]) => [
    code(name),
    description,
    inputs(inputSchema),
    planning.sideEffects === true ? `changes${planning.reversible === true ? ', can be undone' : ''}` : 'reads',
    securityTier,
  ]);
  return rows.length === 0 ? undefined : table(['tool', 'what it does', 'input', 'effect', 'tier'], rows);
}

const json = (value) => ['```json', JSON.stringify(value, undefined, 2), '```'].join('\n');

/** Up to three calls that the config shows, with their answers where it says them. */
function calls(tools) {
  const shown = Object.entries(tools)
    .flatMap(([name, {examples}]) => examples.map((example) => ({name, ...example})))
    .filter(({input}) => JSON.stringify(input).length < 400)
    .slice(0, 3);
  const texts = shown.map(({name, description, input, output}) => {
    const answer = output === undefined || JSON.stringify(output).length > 1000 ? [] : ['answers', json(output)];
    return [`${description}: ${code(name)} with`, json(input), ...answer].join('\n\n');
  });
  return texts.length === 0 ? undefined : `## Calls\n\n${texts.join('\n\n')}`;
}

function start(name, config, metadata, allow) {
  const values = (metadata.configSchema.required ?? []).map((value) => `${value}: …`);
  const options = allow.length === 0 ? '' : `, {allow: [${allow.map((one) => `'${one}'`).join(', ')}]}`;
  const given = `{${values.join(', ')}}`;
  return [
    '```text',
    "import {loadConfig, ModuleFactory} from 'haft';",
    '',
    `const config = await loadConfig('haft/configs/${name}.json');`,
    `const ${name.replaceAll('-', '_')} = await ModuleFactory.createFromConfig('${name}', config, ${given}${options});`,
    '```',
  ].join('\n');
}

/** The page of one config. `metadata` is that of its definition. */
export function galleryPage({name, config, metadata, allow, isBuiltin}) {
  const kind = kindOf(config, isBuiltin);
  const [what, install] = wrapped[kind](config);
  const needs = [...new Set([...(install ? [install] : []), ...metadata.requirements])].map((need) =>
    need.startsWith('npm install') ? code(need) : need,
  );
  const tools = toolTable(metadata.tools);
  const own = metadata.discovers ? 'Its tools follow from what is wrapped.' : undefined;
  const sections = [
    `# ${name}`,
    '<!-- Made from the config by `npm run docs`. -->',
    metadata.description,
    `Kind ${code(kind)}: wraps ${what}. The config: [configs/${name}.json](../../configs/${name}.json).`,
    needs.length > 0 ? `It needs\n\n${list(needs)}` : undefined,
    start(name, config, metadata, allow),
    runtimeValues(metadata.configSchema),
    `## Tools\n\n${[own, tools].filter(Boolean).join('\n\n')}`,
    metadata.limitations.length > 0 ? `## Limits\n\n${list(metadata.limitations)}` : undefined,
    calls(metadata.tools),
  ];
  return `${sections.filter((section) => section !== undefined).join('\n\n')}\n`;
}

/** The page that lists them all. */
export function galleryIndex(entries) {
  const rows = entries.map(({name, config, metadata, isBuiltin}) => {
    const kind = kindOf(config, isBuiltin);
    const tools = Object.keys(metadata.tools).length;
    return [`[${name}](${name}.md)`, metadata.description, code(kind), metadata.discovers ? 'found' : tools];
  });
  return [
    '# Gallery',
    '<!-- Made from configs/ by `npm run docs`. -->',
    'Wrap configs that come with haft: data, ready to use, to extend (`"extends": "haft/configs/github.json"`) and to copy from. Each is run by the tests against the real thing, or a faithful stand-in of a remote API.',
    table(['config', 'what for', 'kind', 'tools'], rows),
    'How such a config is written: [Wrapping what you have](../wrapping.md).',
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

/** Packages and programs that a config must be allowed to load and run. */
function allowOf(config, isBuiltin) {
  const {type, module, wraps, command, server} = config;
  if (type === 'cli') return [command ?? wraps];
  if (type === 'mcp') return server?.command === undefined ? [] : [server.command];
  const name = module ?? wraps;
  return ['npm_library', 'class', undefined].includes(type) && name !== undefined && !isBuiltin(name) ? [name] : [];
}

/** What the pages are made from: `configs` by name, in order. */
export const galleryEntries = (configs, ModuleFactory, isBuiltin) =>
  Object.entries(configs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, config]) => {
      const allow = allowOf(config, isBuiltin);
      const metadata = ModuleFactory.defineFromConfig(name, config, {allow}).getMetadata();
      return {name, config, metadata, allow, isBuiltin};
    });

/** All pages by file name, not formatted yet. */
export const galleryPages = (entries) => ({
  'README.md': galleryIndex(entries),
  ...Object.fromEntries(entries.map((entry) => [`${entry.name}.md`, galleryPage(entry)])),
});
