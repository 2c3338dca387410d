import {isRecord} from '../../contract/json.js';
import {ToolError} from '../../contract/errors.js';
import type {Invocation} from '../command.js';
import {problemLines} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import {readConfigFile} from '../project/config-file.js';
import {findConfig} from '../project/find-config.js';
import type {ConfigFile} from '../project/config-file.js';
import {readSettings, unusedSettings} from '../project/config-values.js';
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
  const sources = {values, env: io.env, secret: () => undefined};
  const {modules, problems} = await planModules(file, sources, io.cwd);
  return {file: file.name, kind: 'project config', problems, modules: modules.map(({name}) => name)};
}
