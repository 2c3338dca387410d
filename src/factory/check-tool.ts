import {isRecord} from '../contract/json.js';
import {commonCode} from '../contract/native-errors.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import {closedNames} from '../schema/normalize.js';
import type {NormalizedSchema} from '../schema/normalize.js';
import {parseShorthand} from '../schema/shorthand.js';
import type {SchemaSpec} from '../schema/spec.js';
import {checkExamples} from './check-examples.js';
import {checkMethod} from './check-method.js';
import {checkSchema} from './check-schema.js';
import {prepareUndo} from './check-undo.js';
import type {UndoBinding} from './check-undo.js';
import {about, misspeltKeys} from './check-shape.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {declaredInput, inputOf} from './derive-input.js';
import {eachTemplate} from './each-template.js';
import {handleInput, handleOutput} from './handle-input.js';
import {toolShape} from './language/config-shape.js';
import {signatureOf} from './library/known-signatures.js';
import {compileTemplate} from './template.js';
import type {Placeholder, TemplateNeeds} from './template.js';
import {compileTransform} from './transform.js';
import type {Transform} from './transform.js';
import {unknownInput} from './unknown-input.js';

type Config = Readonly<Record<string, unknown>>;

/** What a tool of a config is made from. */
export interface PreparedTool {
  readonly name: string;
  /** By which its kind knows it; another one where `rename` of the config says so. */
  readonly boundName: string;
  readonly config: Config;
  readonly input: SchemaSpec;
  /** What `input` says; undefined where that is not known, or is a problem. */
  readonly schema: NormalizedSchema | undefined;
  readonly output: SchemaSpec | undefined;
  readonly transformInput: Transform | undefined;
  readonly transformOutput: Transform | undefined;
  /** How a call is taken back. */
  readonly undo?: UndoBinding | undefined;
  readonly needs: TemplateNeeds;
}

interface ToolCheck {
  readonly name: string;
  readonly tool: Config;
  readonly module: Config;
  readonly language: WrapLanguage;
  readonly report: Report;
}

/** Checks what the shape of a tool can not say, and reads its transforms and schemas. */
export function prepareTool({name, tool, module, language, report}: ToolCheck): PreparedTool {
  const path = joinPath('tools', name);
  const at = (key: string): string => joinPath(path, key);
  checkBinding(tool, language, at, report);
  checkPairs(tool, at, report);
  checkMethod(module, name, tool, path, report);
  checkHandles(tool, at, report);
  checkErrors(tool, at, report);

  const named: Placeholder[] = [];
  const unclosed: Placeholder[] = [];
  const envs: Placeholder[] = [];
  const configs = new Set<string>();
  eachTemplate({properties: language.tool}, tool, path, (template, place) => {
    const compiled = compileTemplate(template, place, report);
    named.push(...compiled.inputs);
    unclosed.push(...compiled.unclosed);
    envs.push(...compiled.envs);
    compiled.configs.forEach((config) => configs.add(config));
  });
  const placeholders = [...new Set(named.map((one) => one.name))].filter((input) => input !== handleInput(tool)?.input);

  const signature = handleInput(tool) ? undefined : signatureOf(module, methodOf(name, tool));
  const input = inputOf(tool, signature, placeholders, language);
  const schema = checkSchema(input, 'input', at(tool['inputSchema'] === undefined ? 'input' : 'inputSchema'), report);
  checkUnclosed(unclosed, Object.keys(schema?.schema.properties ?? {}), report);
  const inputs = schema && closedNames(schema);

  const transform = isRecord(tool['transform']) ? tool['transform'] : {};
  const transformInput = compileTransform(transform['input'], at('transform.input'), report, inputs);
  const outputKey = transform['output'] === undefined ? 'outputTransform' : 'transform.output';
  const transformOutput = compileTransform(
    transform['output'] ?? tool['outputTransform'],
    at(outputKey),
    report,
    inputs,
  );

  const undo = prepareUndo({tool, module, language, path: at('undo'), inputs, report});

  if (inputs) {
    if (!transformInput) checkPlaceholders(named, inputs, report);
    if (!transformInput) checkMapping(tool, inputs, at, report);
    checkNames('positional', tool, inputs, at, report);
    checkNames('paths', tool, inputs, at, report);
  }
  const declared = (tool['output'] ?? tool['outputSchema']) as SchemaSpec | undefined;
  const handle = handleOutput(tool);
  const output = handle === undefined ? declared : ({handle} as SchemaSpec);
  if (output !== undefined)
    checkSchema(output, 'output', at(tool['outputSchema'] === undefined ? 'output' : 'outputSchema'), report);
  if (schema) checkExamples(tool['examples'], schema, at('examples'), report);
  return {
    name,
    boundName: name,
    config: tool,
    input,
    schema,
    output,
    transformInput,
    transformOutput,
    undo,
    needs: {envs, configs: [...configs]},
  };
}

/** The method that a tool binds, by default its own name. */
export const methodOf = (name: string, tool: Config): string =>
  typeof tool['method'] === 'string' ? tool['method'] : name;

type Place = (key: string) => string;

/** What a tool is bound to. */
function checkBinding(tool: Config, language: WrapLanguage, at: Place, report: Report): void {
  const {toolAnyOf: keys = [], tool: shapes} = language;
  const [first] = keys;
  if (first === undefined || keys.some((key) => tool[key] !== undefined)) return;
  const misspelt = misspeltKeys(toolShape(language), tool);
  if (keys.some((key) => misspelt.has(key))) return;
  report({
    path: at(first),
    message: `"${first}" is missing`,
    remedy: [`Add "${first}"`, about(shapes[first])].filter(Boolean).join(': '),
  });
}

/** Two spellings of one thing in one tool. */
function checkPairs(tool: Config, at: Place, report: Report): void {
  const transform = isRecord(tool['transform']) ? tool['transform'] : {};
  const pairs: readonly (readonly [string, unknown, string, unknown])[] = [
    ['input', tool['input'], 'inputSchema', tool['inputSchema']],
    ['output', tool['output'], 'outputSchema', tool['outputSchema']],
    ['transform.output', transform['output'], 'outputTransform', tool['outputTransform']],
    ['inputMapping', tool['inputMapping'], 'args', tool['args']],
    ['returns', tool['returns'], 'output', tool['output'] ?? tool['outputSchema']],
    ['rateLimit', tool['rateLimit'], 'rate', tool['rate']],
  ];
  for (const [first, firstValue, second, secondValue] of pairs) {
    if (firstValue === undefined || secondValue === undefined) continue;
    report({path: at(second), message: `"${second}" can not stand beside "${first}"`, remedy: 'Remove one of them'});
  }
}

function checkHandles(tool: Config, at: Place, report: Report): void {
  for (const [key, type] of [
    ['on', handleInput(tool)?.type],
    ['returns', handleOutput(tool)],
  ] as const) {
    if (type === undefined || parseShorthand(type) === undefined) continue;
    report({
      path: at(key),
      message: `A handle can not be called "${type}", which is a type of data`,
      remedy: 'Choose another name',
    });
  }
  if (tool['release'] === true && handleInput(tool) === undefined) {
    report({
      path: at('release'),
      message: 'Nothing says which handle is to be released',
      remedy: 'Add "on": "name of the handle"',
    });
  }
}

function checkErrors(tool: Config, at: Place, report: Report): void {
  if (!isRecord(tool['errors'])) return;
  for (const code of Object.keys(tool['errors'])) {
    const path = joinPath(at('errors'), code);
    const common = commonCode(code);
    if (common !== undefined) {
      report({
        path,
        message: `"${code}" is a native code`,
        remedy: `It becomes ${common}; put it into the "when" of another code to change that`,
      });
    } else if (!/^[A-Z][A-Z0-9_]*$/.test(code)) {
      report({
        path,
        message: `"${code}" is no code`,
        remedy: 'Codes are written like RESOURCE_NOT_FOUND; native ones go into "when"',
      });
    }
  }
}

function checkPlaceholders(named: readonly Placeholder[], known: readonly string[], report: Report): void {
  for (const {name, path} of named) if (!known.includes(name)) report({path, ...unknownInput(name, known)});
}

/** `{name` without its brace would be handed on as it stands. */
function checkUnclosed(unclosed: readonly Placeholder[], known: readonly string[], report: Report): void {
  for (const {name, path} of unclosed) {
    if (known.includes(name))
      report({path, message: `The placeholder "{${name}" is not closed`, remedy: `Write "{${name}}"`});
  }
}

function checkMapping(tool: Config, inputs: readonly string[], at: Place, report: Report): void {
  if (!isRecord(tool['inputMapping']) || declaredInput(tool) === undefined) return;
  for (const [parameter, field] of Object.entries(tool['inputMapping'])) {
    if (typeof field === 'string' && !inputs.includes(field)) {
      report({path: joinPath(at('inputMapping'), parameter), ...unknownInput(field, inputs)});
    }
  }
}

function checkNames(
  key: 'positional' | 'paths',
  tool: Config,
  inputs: readonly string[],
  at: Place,
  report: Report,
): void {
  const names = Array.isArray(tool[key]) ? (tool[key] as unknown[]) : [];
  for (const [index, name] of names.entries()) {
    if (typeof name === 'string' && !inputs.includes(name))
      report({path: joinPath(at(key), index), ...unknownInput(name, inputs)});
  }
}
