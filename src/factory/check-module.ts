import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import type {SchemaSpec} from '../schema/spec.js';
import {checkAddresses} from './check-addresses.js';
import {checkEnvironment} from './check-environment.js';
import {checkInstance} from './check-method.js';
import {checkSchema} from './check-schema.js';
import {misspeltKeys} from './check-shape.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {eachTemplate} from './each-template.js';
import {handleInput, handleOutput} from './handle-input.js';
import {configShape, toolNamePattern} from './language/config-shape.js';
import type {Permission} from './library/module-policy.js';
import {isAllowed, isRefusal, notAllowed, readModuleName, refuseModule} from './library/module-policy.js';
import {isOpenStep} from './method-path.js';
import {compileTemplate} from './template.js';
import type {Placeholder, TemplateNeeds} from './template.js';

interface ModuleCheck {
  readonly config: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly language: WrapLanguage;
  readonly permission: Permission;
  readonly report: Report;
}

/** Checks what the shape of a config can not say about the module as a whole. */
export function checkModule(check: ModuleCheck): TemplateNeeds {
  const {config, type, permission, report} = check;
  checkChoice(check);
  checkName(check);
  checkProgram(check);
  checkEnvironment(config, type, permission, report);
  checkAddresses(config, check.permission, report);
  checkHandleSources(config, report);
  checkInstance(config, report);
  checkHandlePaths(config, report);
  checkToolNames(config, report);
  if (config['config'] !== undefined) checkSchema(config['config'] as SchemaSpec, 'input', 'config', report);
  return checkTemplates(check);
}

/** Of several spellings of one thing, exactly one. */
function checkChoice({config, type, language, report}: ModuleCheck): void {
  const keys = language.oneOf ?? [];
  const given = keys.filter((key) => config[key] !== undefined);
  const names = keys.map((key) => `"${key}"`).join(' or ');
  const misspelt = misspeltKeys(configShape(type, language), config);
  if (keys.length > 0 && given.length === 0 && !keys.some((key) => misspelt.has(key)))
    report({path: keys[0] ?? '', message: `${names} is missing`, remedy: `Add ${names}`});
  if (given.length > 1) {
    const [first, ...others] = given;
    report({path: others[0] ?? '', message: `It says the same as "${first ?? ''}"`, remedy: `Give one of ${names}`});
  }
}

/** Whether the module may be loaded at all, and by this config. */
function checkName({config, type, permission, report}: ModuleCheck): void {
  if (!['node_module', 'npm_library', 'class'].includes(type)) return;
  for (const path of ['module', 'wraps']) {
    const name = config[path];
    if (typeof name !== 'string' || name === '') continue;
    const refusal = refuseModule(name, permission);
    if (refusal) report({path, message: refusal.message, received: JSON.stringify(name), remedy: refusal.remedy});
    const module = readModuleName(name);
    if (type === 'node_module' && !isRefusal(module) && !module.builtin) {
      report({path, message: `"${name}" is no module of Node`, remedy: 'Use type "npm_library" for a package'});
    }
  }
}

/** Whether the program may be run by this config. */
function checkProgram({config, type, permission, report}: ModuleCheck): void {
  const {server} = config;
  const programs: readonly (readonly [path: string, name: unknown])[] =
    type === 'cli'
      ? [['command', config['command']] as const, ['wraps', config['wraps']] as const]
      : type === 'mcp' && isRecord(server)
        ? [['server.command', server['command']]]
        : [];
  for (const [path, name] of programs) {
    if (typeof name !== 'string' || name === '' || isAllowed(name, permission)) continue;
    report({path, ...notAllowed(name, 'run', permission), received: JSON.stringify(name)});
  }
}

/** Each handle that a tool takes by `on` comes from a tool of the config, or `handles` says that it exists. */
function checkHandleSources(config: Readonly<Record<string, unknown>>, report: Report): void {
  const tools = Object.entries(isRecord(config['tools']) ? config['tools'] : {});
  const made = tools.flatMap(([, tool]) => (isRecord(tool) ? (handleOutput(tool) ?? []) : []));
  const known = [...new Set([...made, ...Object.keys(isRecord(config['handles']) ? config['handles'] : {})])];
  for (const [name, tool] of tools) {
    const on = isRecord(tool) ? handleInput(tool) : undefined;
    if (on === undefined || known.includes(on.type)) continue;
    const near = nearest(on.type, known);
    report({
      path: joinPath(joinPath('tools', name), 'on'),
      message: `No tool returns a handle "${on.type}"`,
      received: JSON.stringify(on.type),
      remedy:
        near === undefined
          ? `Add returns: {handle: "${on.type}"} to the tool that makes it, or name it in "handles" if another module does`
          : `Did you mean "${near}"?`,
    });
  }
}

/** What a handle shows and how it ends: names of its object's own things. */
function checkHandlePaths(config: Readonly<Record<string, unknown>>, report: Report): void {
  for (const [name, facts] of Object.entries(isRecord(config['handles']) ? config['handles'] : {})) {
    if (!isRecord(facts)) continue;
    const path = joinPath('handles', name);
    const fields = Object.entries(isRecord(facts['fields']) ? facts['fields'] : {});
    const named = fields.map(([field, value]) => [joinPath(joinPath(path, 'fields'), field), value] as const);
    for (const [place, value] of [[joinPath(path, 'dispose'), facts['dispose']] as const, ...named]) {
      const refused = typeof value === 'string' ? value.split('.').find((step) => !isOpenStep(step)) : undefined;
      if (refused === undefined) continue;
      report({
        path: place,
        message: `The step "${refused}" is refused`,
        remedy: 'Name a property or a method of the object',
      });
    }
  }
}

/** A name means one tool, whether as name or as alias. */
function checkToolNames(config: Readonly<Record<string, unknown>>, report: Report): void {
  const tools = isRecord(config['tools']) ? config['tools'] : {};
  const owners = new Map<string, string>(Object.keys(tools).map((name) => [name, name]));
  for (const [name, tool] of Object.entries(tools)) {
    const path = joinPath('tools', name);
    if (!new RegExp(toolNamePattern).test(name)) {
      report({
        path,
        message: 'A tool can not have this name',
        remedy: 'Use letters, digits and _ : -, a letter first, at most 64',
      });
    }
    const aliases = isRecord(tool) && Array.isArray(tool['aliases']) ? tool['aliases'] : [];
    for (const [index, alias] of aliases.entries()) {
      if (typeof alias !== 'string') continue;
      const owner = owners.get(alias);
      const place = joinPath(joinPath(path, 'aliases'), index);
      if (owner !== undefined) {
        report({
          path: place,
          message: `Two tools are called "${alias}"`,
          received: `also tools.${owner}`,
          remedy: 'Rename one of them',
        });
      }
      owners.set(alias, name);
    }
  }
}

function checkTemplates({config, language, report}: ModuleCheck): TemplateNeeds {
  const envs: Placeholder[] = [];
  const configs = new Set<string>();
  eachTemplate({properties: language.module}, config, '', (template, path) => {
    const compiled = compileTemplate(template, path, report);
    for (const input of compiled.inputs) {
      const message = `"{${input.name}}" is an input, and there is none here`;
      report({path: input.path, message, remedy: `Use {"$config": "${input.name}"} for a runtime value`});
    }
    envs.push(...compiled.envs);
    compiled.configs.forEach((name) => configs.add(name));
  });
  for (const key of ['module', 'wraps', 'command']) {
    if (typeof config[key] === 'string') compileTemplate(interpolation(config[key]), key, report);
  }
  return {envs, configs: [...configs]};
}

/** The part of a name that looks like interpolation, which is reported and nothing else. */
const interpolation = (name: string): string => (name.includes('${') ? name : '');
