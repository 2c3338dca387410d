// The tables of docs/modules/*.md, made from the definition of the module. A table stands between `<!-- NAME -->` and
// `<!-- /NAME -->`, where NAME is one of `config`, `tools`, `handles`, `codes`.
import {describeFields, describeType} from './schema-words.mjs';

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const code = (word) => `\`${word}\``;
const list = (words) => words.map(code).join(', ');

/** A fact that may depend on the input, as a word. */
const fact = (value) => (typeof value === 'function' ? 'depends on the input' : value ? 'yes' : 'no');

const tiers = ['safe', 'standard', 'elevated', 'restricted', 'dangerous'];

function configTable({metadata, config}) {
  const rows = describeFields(metadata.configSchema).map(({name, type, fallback, text}) => [
    code(name),
    type,
    fallback,
    config[name.split('.')[0]]?.secret === true ? 'yes' : '',
    text,
  ]);
  return table(['key', 'value', 'default', 'secret', 'meaning'], rows);
}

/** Who makes a handle type, and who takes it, by the schemas of the tools. */
const toolsWith = (metadata, list, type) =>
  Object.values(metadata.tools).filter(({planning}) => planning[list].includes(type));

function handleTable({metadata, handleTypes}) {
  const types = Object.entries(metadata.handles);
  if (types.length === 0) return 'The module has no handles.';
  const rows = types.map(([type, description]) => {
    const known = handleTypes.find((one) => one.type === type);
    const takers = toolsWith(metadata, 'consumes', type).map(({tool}) => tool);
    const all = Object.keys(metadata.tools).length;
    return [
      code(type),
      description,
      list(fieldsOf(known)),
      list(toolsWith(metadata, 'produces', type).map(({tool}) => tool)),
      takers.length > 8 ? `${takers.length} of the ${all} tools` : list(takers),
      known?.idleTtl === undefined ? 'never' : `${known.idleTtl / 1000} s`,
      known?.dispose === undefined ? 'nothing is held open' : 'the resource is closed',
    ];
  });
  const head = ['type', 'is', 'public fields', 'made by', 'taken by', 'expires when idle for', 'on release'];
  return table(head, rows);
}

/** Names of the public fields: what the type reads of a resource that has everything. */
function fieldsOf(type) {
  const anything = new Proxy(() => '', {get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : anything)});
  return Object.keys(type?.fields?.(anything) ?? {});
}

/** By code, what it means by tool: `Map(code -> Map(text -> tools))`, the text of most tools first. */
function meaningsOf({tools}) {
  const meanings = new Map();
  for (const {tool, output} of Object.values(tools)) {
    for (const [name, text] of Object.entries(output.error.codes)) {
      const byText = meanings.get(name) ?? new Map();
      meanings.set(name, byText.set(text, [...(byText.get(text) ?? []), tool]));
    }
  }
  for (const [name, byText] of meanings)
    meanings.set(name, new Map([...byText].sort(([, a], [, b]) => b.length - a.length)));
  return meanings;
}

/** The text of a code that half of its tools and more share; undefined when each says it in its own way. */
function sharedText(byText) {
  const [[text, tools]] = byText;
  return tools.length * 2 >= [...byText.values()].flat().length ? text : undefined;
}

function codeTable({metadata, errorTable}) {
  const meanings = meaningsOf(metadata);
  const everyTool = Object.keys(metadata.tools).length;
  const rank = (name) => Object.keys(errorTable).indexOf(name);
  const names = [...meanings.keys()].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
  const rows = names.map((name) => {
    const byText = meanings.get(name);
    const tools = Object.values(metadata.tools).filter(({output}) => name in output.error.codes);
    const some = tools.length > 6 ? `${tools.length} of ${everyTool} tools` : list(tools.map(({tool}) => tool));
    return [
      code(name),
      sharedText(byText) ?? errorTable[name]?.message ?? 'Each tool says when',
      tools.length === everyTool ? 'every tool' : some,
      errorTable[name]?.recoverable ? 'yes' : 'no',
    ];
  });
  return table(['code', 'when', 'of', 'recoverable'], rows);
}

/** The codes that a tool means in its own way. */
function ownCodes({output}, meanings, errorTable) {
  const own = Object.entries(output.error.codes).filter(([name, text]) => {
    if (text === errorTable[name]?.message) return false;
    const byText = meanings.get(name);
    return text !== sharedText(byText) || (byText.size === 1 && byText.get(text).length === 1);
  });
  return own.map(([name, text]) => [code(name), text]);
}

function toolSections({metadata, errorTable}) {
  const tools = Object.values(metadata.tools);
  const overview = table(
    ['tool', 'also called', 'changes something', 'can be taken back', 'tier', 'takes', 'makes'],
    tools.map(({tool, aliases, planning, securityTier}) => [
      `[\`${tool}\`](#${tool.toLowerCase()})`,
      list(aliases),
      fact(planning.sideEffects),
      planning.sideEffects === false ? '' : fact(planning.reversible),
      `${securityTier} ${tiers[securityTier]}`,
      list(planning.consumes),
      list(planning.produces),
    ]),
  );
  const meanings = meaningsOf(metadata);
  return [overview, ...tools.map((tool) => toolSection(tool, meanings, errorTable))].join('\n\n');
}

function toolSection(tool, meanings, errorTable) {
  const {description, planning, positional, limitations, input, inputSchema, outputSchema, output, timeout} = tool;
  const order = positional?.length ? ` In order: ${list(positional)}.` : '';
  const repeat = planning.idempotent ? 'Doing it twice is the same as doing it once.' : '';
  const limit = timeout > 0 ? `An attempt may take ${timeout / 1000} s.` : '';
  const limits = limitations.length > 0 ? `Limits: ${limitations.join('; ')}.` : '';
  const facts = [`Costs: ${planning.cost}.`, repeat, limit, limits].filter(Boolean).join(' ');
  const parameters = describeFields(inputSchema).map(({name, type, fallback, required, text}) => {
    const others = input[name]?.aliases ?? [];
    const also = others.length > 0 ? `Also ${list(others)}.` : '';
    return [code(name), type, required ? '**required**' : fallback, [text, also].filter(Boolean).join('. ')];
  });
  const fields = outputSchema ? describeFields(outputSchema) : [];
  const codes = ownCodes(tool, meanings, errorTable);
  return [
    `### ${tool.tool}`,
    `${description.replace(/[^.!?]$/, '$&.')}${order}`,
    facts,
    parameters.length > 0 ? table(['input', 'value', 'default', 'meaning'], parameters) : 'No input.',
    answer(outputSchema, output.success.description),
    ...(fields.length > 0
      ? [
          table(
            ['output', 'value', 'meaning'],
            fields.map(({name, type, required, text}) => [code(required ? name : `${name}?`), type, text]),
          ),
        ]
      : []),
    ...(codes.length > 0 ? [table(['code', 'when'], codes)] : []),
  ].join('\n\n');
}

/** What a tool answers, in a sentence. */
function answer(schema, description) {
  const said = description.startsWith('Data of') ? '' : lowerFirst(description);
  const type = schema === undefined ? 'anything' : schema.properties ? '' : describeType(schema);
  return `Answers ${[type, said].filter(Boolean).join(': ') || 'an object'}.`;
}

const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

const makers = {config: configTable, tools: toolSections, handles: handleTable, codes: codeTable};

/** The text of a page with every table as the module's definition says; `module` is `{metadata, config, handleTypes, errorTable}`. */
export function fillModuleTables(text, module) {
  return Object.entries(makers).reduce((page, [name, make]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!place.test(page)) throw new Error(`The page of ${module.metadata.name} has no place for its ${name}`);
    return page.replace(place, (_all, start, end) => `${start}\n${make(module)}\n\n${end}`);
  }, text);
}
