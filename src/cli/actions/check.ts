import {isRecord} from '../../contract/json.js';
import {ToolError} from '../../contract/errors.js';
import type {Redactor} from '../../contract/services.js';
import {Runtime} from '../../core/runtime.js';
import type {Invocation} from '../command.js';
import {problemLines} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import {readConfigFile} from '../project/config-file.js';
import {findConfig} from '../project/find-config.js';
import type {ConfigFile} from '../project/config-file.js';
import {readSettings, unusedSettings} from '../project/config-values.js';
import {missingNeeds, refusals} from '../project/obstacles.js';
import {planModules, problemsOfError} from '../project/plan-modules.js';
import {wrapProblems} from '../project/wrap-problems.js';
import {onOneLine} from '../printable.js';
import {configError} from '../usage-error.js';

export async function checkConfig(invocation: Invocation): Promise<number> {
  const {output} = invocation;
  const {file, kind, problems, modules} = await examine(invocation);
  const isValid = problems.length === 0;
  if (output.json) output.document({config: file, kind, valid: isValid, modules, problems});
  else if (isValid) {
    const about = modules === undefined ? '' : `, ${modules.length === 1 ? 'module' : 'modules'} ${modules.join(', ')}`;
    output.stdout.line(`${output.stdout.style('green', 'ok')}  ${file}: ${kind}${about}`);
  } else {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    output.note(`${output.stderr.style('red', count)} in ${file}`);
    for (const problem of problems) for (const line of problemLines(problem, output.stderr)) output.note(line);
  }
  return exitCodes[isValid ? 'ok' : 'config'].code;
}

interface Examination {
  readonly file: string;
  readonly kind: 'project config' | 'wrap config' | 'config';
  readonly problems: readonly Problem[];
  readonly modules?: readonly string[];
}

async function examine({io, options, argument, output}: Invocation): Promise<Examination> {
  const path = argument('CONFIG') ?? options.text('config') ?? findConfig(io.cwd);
  if (path === undefined) throw configError('There is no haft.config file in this folder', 'Name one: haft check FILE');
  let file: ConfigFile;
  try {
    file = await readConfigFile(path, io.cwd);
  } catch (error) {
    if (!ToolError.isToolError(error) || error.context?.['problems'] === undefined) throw error;
    return {file: path, kind: 'config', problems: problemsOfError(error, path)};
  }
  const isWrap =
    isRecord(file.value) && ['tools', 'type', 'wraps', 'module'].some((key) => key in (file.value as object));
  if (isWrap && !('modules' in (file.value as object))) {
    const allow = options.list('allow');
    const problems = wrapProblems(file.value, {name: 'config', allow}).map((problem) => ({
      ...problem,
      config: file.name,
    }));
    return {file: file.name, kind: 'wrap config', problems};
  }
  const values = readSettings(options.list('set'));
  for (const unused of unusedSettings(values, file)) output.note(`haft: warning: ${onOneLine(unused)}`);
  const {redactor} = new Runtime();
  const sources = {values, env: io.env, secret: (value: string) => redactor.add(value)};
  const {modules, problems} = await planModules(file, sources, io.cwd);
  const missing = await missingNeeds(modules, io.env);
  for (const warning of missing.warnings) output.note(`haft: warning: ${onOneLine(redactor.text(warning))}`);
  const found = [...(await refusals(modules)), ...missing.problems].map((problem) => ({
    config: file.name,
    ...concealed(problem, redactor),
  }));
  return {
    file: file.name,
    kind: 'project config',
    problems: [...problems, ...found],
    modules: modules.map(({name}) => name),
  };
}

/** What a module says of its config, without what came from the environment. */
const concealed = ({path, message, remedy}: Problem, redactor: Redactor): Problem => ({
  path,
  message: redactor.text(message),
  ...(remedy !== undefined && {remedy: redactor.text(remedy)}),
});
