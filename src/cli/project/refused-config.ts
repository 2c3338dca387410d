import {ToolError} from '../../contract/errors.js';
import {placeOf} from '../error-report.js';
import type {Problem} from '../error-report.js';

/** The error of a config with problems, which are all in `context.problems`. */
export const refusedConfig = (config: string, problems: readonly Problem[]): ToolError =>
  refusal(`The config ${config}`, config, problems);

/** The same for one module of a project config. */
export const refusedModule = (module: string, config: string, problems: readonly Problem[]): ToolError =>
  refusal(`The module ${module}`, config, problems);

function refusal(subject: string, config: string, problems: readonly Problem[]): ToolError {
  const [first] = problems;
  const only = problems.length === 1 ? first : undefined;
  const place = only && placeOf(only) !== config ? ` (at ${placeOf(only)})` : '';
  const what = only ? `${only.message}${place}` : `${problems.length} problems`;
  return new ToolError('INVALID_CONFIG', `${subject} can not be used: ${what}`, {
    outcome: 'not_executed',
    context: {config, problems},
    suggestions: [...new Set(problems.flatMap(({remedy}) => remedy ?? []))],
  });
}
