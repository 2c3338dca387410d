import {isRecord} from '../../contract/json.js';
import type {Redactor} from '../../contract/services.js';
import {Runtime} from '../../core/runtime.js';
import type {LeftOut} from '../../core/wrap-kind.js';
import {kindLanguages} from '../../factory/language/kinds.js';
import {allowedNames} from '../allowed-names.js';
import type {Invocation} from '../command.js';
import {fromSource, problemLines} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import {openConfigFile, withBases} from '../project/config-file.js';
import {leftOutNote} from '../left-out.js';
import {leftOutOf} from '../project/left-out-of.js';
import {findConfig} from '../project/find-config.js';
import type {ConfigFile} from '../project/config-file.js';
import {readSettings, unusedSettings} from '../project/config-values.js';
import {missingNeeds, refusals} from '../project/obstacles.js';
import {placed, planModules} from '../project/plan-modules.js';
import {configPath} from '../project/shipped-configs.js';
import {wrapObstacles} from '../project/wrap-obstacles.js';
import {wrapProblems} from '../project/wrap-problems.js';
import {onOneLine} from '../printable.js';
import {configError} from '../usage-error.js';

export async function checkConfig(invocation: Invocation): Promise<number> {
  const {output, words, options, io} = invocation;
  const named = words.length > 0 ? words : [options.text('config') ?? findConfig(io.cwd)];
  const examined: Examination[] = [];
  for (const path of named) {
    if (path === undefined)
      throw configError('There is no haft.config file in this folder', 'Name one: haft check FILE');
    examined.push(await examine(path, invocation));
  }
  const documents = examined.map(({file, kind, modules, problems, leftOut}) => ({
    config: file,
    kind,
    valid: problems.length === 0,
    modules,
    problems,
    leftOut,
  }));
  const isValid = documents.every(({valid}) => valid);
  if (output.json) output.document(documents.length === 1 ? documents[0] : {valid: isValid, configs: documents});
  else for (const examination of examined) report(examination, invocation);
  return exitCodes[isValid ? 'ok' : 'config'].code;
}

function report({file, kind, modules, problems, leftOut = {}}: Examination, {output}: Invocation): void {
  for (const [module, missing] of Object.entries(leftOut)) {
    for (const line of leftOutNote(module === '' ? file : module, missing, true)) output.note(line);
  }
  if (problems.length === 0) {
    const about = modules === undefined ? '' : `, ${modules.length === 1 ? 'module' : 'modules'} ${modules.join(', ')}`;
    output.stdout.line(`${output.stdout.style('green', 'ok')}  ${onOneLine(file)}: ${kind}${about}`);
    return;
  }
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  output.note(`${output.stderr.style('red', count)} in ${onOneLine(file)}`);
  for (const problem of problems) for (const line of problemLines(problem, output.stderr)) output.note(line);
}

interface Examination {
  readonly file: string;
  readonly kind: 'project config' | 'wrap config' | 'config';
  readonly problems: readonly Problem[];
  readonly modules?: readonly string[];
  /** What will not be a tool, by module; empty for the name of a wrap config by itself. */
  readonly leftOut?: Readonly<Record<string, readonly LeftOut[]>>;
}

/** Keys by which a wrap config is known: those of which a kind needs one. */
const wrapKeys = [
  ...['type', 'tools', 'extends'],
  ...Object.values(kindLanguages).flatMap(({required, oneOf = []}) => [...required, ...oneOf]),
];

async function examine(path: string, invocation: Invocation): Promise<Examination> {
  const {io, options} = invocation;
  const read = await openConfigFile(configPath(path), io.cwd);
  const {file} = read;
  const mistakes = read.problems.map(fromSource);
  if (file.value === undefined) return {file: file.name, kind: 'config', problems: mistakes};
  const {value} = file;
  const isWrap = isRecord(value) && !('modules' in value) && wrapKeys.some((key) => Object.hasOwn(value, key));
  if (!isWrap) return examineProject(file, mistakes, invocation);
  const allow = allowedNames(options);
  const loaded = await withBases(file);
  const wrong = await wrapProblems(loaded, {name: 'config', allow, isWhole: true, allowedBy: 'option'});
  const problems = [...mistakes, ...wrong, ...(wrong.length === 0 ? await wrapObstacles(loaded, io.env) : [])];
  const leftOut = wrong.length === 0 ? await leftOutOf(loaded.value) : [];
  return {file: file.name, kind: 'wrap config', problems, ...(leftOut.length > 0 && {leftOut: {'': leftOut}})};
}

async function examineProject(
  file: ConfigFile,
  mistakes: readonly Problem[],
  {io, options, output}: Invocation,
): Promise<Examination> {
  const values = readSettings(options.list('set'));
  const {redactor} = new Runtime();
  const sources = {values, env: io.env, secret: (value: string) => redactor.add(value)};
  const {modules, problems} = await planModules(file, sources, {cwd: io.cwd, isWhole: true});
  for (const unused of unusedSettings(values, file, modules)) output.note(`haft: warning: ${onOneLine(unused)}`);
  const missing = await missingNeeds(modules, io.env);
  for (const warning of missing.warnings) output.note(`haft: warning: ${onOneLine(redactor.text(warning))}`);
  const found = [...(await refusals(modules)), ...missing.problems];
  const leftOut: Record<string, readonly LeftOut[]> = {};
  for (const {name, wrap} of modules) {
    const missing = await leftOutOf(wrap);
    if (missing.length > 0) leftOut[name] = missing;
  }
  return {
    file: file.name,
    kind: 'project config',
    ...(Object.keys(leftOut).length > 0 && {leftOut}),
    problems: [...mistakes, ...problems, ...(await placed(found, file)).map((problem) => concealed(problem, redactor))],
    modules: modules.map(({name}) => name),
  };
}

/** What a module says of its config, without what came from the environment. */
const concealed = ({message, remedy, received, ...place}: Problem, redactor: Redactor): Problem => ({
  ...place,
  message: redactor.text(message),
  ...(received !== undefined && {received: redactor.text(received)}),
  ...(remedy !== undefined && {remedy: redactor.text(remedy)}),
});
