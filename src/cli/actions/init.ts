import {existsSync} from 'node:fs';
import {dirname, extname, relative, resolve} from 'node:path';
import {mayAsk, Questioner} from '../answers/questioner.js';
import type {Invocation} from '../command.js';
import {problemLines} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import {askDraft} from '../init/ask-draft.js';
import {Draft} from '../init/draft.js';
import {draftFromOptions} from '../init/draft-from-options.js';
import {essentials} from '../init/essentials.js';
import {existsAlready, writeWhole} from '../write-whole.js';
import {onOneLine} from '../printable.js';
import {configWithoutFile} from '../project/config-file.js';
import {defaultConfigName, findConfig} from '../project/find-config.js';
import {refusals} from '../project/obstacles.js';
import {planModules} from '../project/plan-modules.js';
import type {ProjectPlan} from '../project/plan-modules.js';
import {shellWord} from '../shell-word.js';
import {usageError} from '../usage-error.js';

/** Options that say what the config holds; with any of them nothing is asked. */
const contents = [
  ...['module', 'package', 'wrap', 'allow', 'with', 'base-path', 'permissions', 'audit'],
  ...Object.values(essentials).map(({option}) => option),
];

export async function initialize(invocation: Invocation): Promise<number> {
  const {io, output, options} = invocation;
  const target = targetOf(invocation);
  const isTold = contents.some((name) => options.list(name).length > 0) || options.flag('yes');
  const empty = new Draft(io.cwd, dirname(target.path));
  const draft = isTold ? await draftFromOptions(options, empty) : await ask(invocation, empty);
  if (!draft) {
    output.note('Nothing was written');
    return exitCodes.ok.code;
  }
  const plan = await examine(draft, target, invocation);
  if (plan.problems.length > 0) {
    if (output.json) output.document({written: null, problems: plan.problems});
    output.note(`${output.stderr.style('red', 'Nothing was written')}: the config would have problems`);
    for (const problem of plan.problems) {
      if (!output.json) for (const line of problemLines(problem, output.stderr)) output.note(line);
    }
    return exitCodes.config.code;
  }
  const text = `${JSON.stringify(draft.value, null, 2)}\n`;
  await writeWhole(target.path, target.shown, text, {force: options.flag('force'), option: '--config'});
  const modules = plan.modules.map(({name}) => name);
  if (output.json) output.document({written: target.shown, modules, config: draft.value});
  else {
    output.stdout.line(
      `${output.stdout.style('green', 'ok')}  ${onOneLine(target.shown)}: modules ${modules.join(', ')}`,
    );
    const isFound = findConfig(io.cwd) === target.path;
    const named = isFound ? '' : ` --config ${shellWord(target.shown)}`;
    output.note(`Next: haft tools${named} lists what can be called, haft modules${named} what is missing`);
  }
  return exitCodes.ok.code;
}

interface Target {
  readonly path: string;
  /** As people are told about it. */
  readonly shown: string;
}

/** Where to write. Throws where a config is there that would be replaced, or would not be found any more. */
function targetOf({io, options}: Invocation): Target {
  const path = resolve(io.cwd, options.text('config') ?? defaultConfigName);
  const shown = relative(io.cwd, path) || path;
  if (extname(path) !== '.json')
    throw usageError(`A config is written as JSON, not as ${shown}`, `Name it ${shown}.json`);
  if (!existsSync(dirname(path))) {
    throw usageError(`${shown} can not be written: its folder is not there`, 'Make the folder first');
  }
  if (options.flag('force')) return {path, shown};
  if (existsSync(path)) throw existsAlready(shown, '--config');
  const other = findConfig(dirname(path));
  if (other !== undefined && path === resolve(dirname(path), defaultConfigName)) {
    throw usageError(
      `${relative(io.cwd, other)} is there already, and ${shown} would be used in its place`,
      '--force writes it all the same',
      '--config FILE writes another one',
    );
  }
  return {path, shown};
}

/** undefined when the person does not want it. */
async function ask({io, output, options}: Invocation, empty: Draft): Promise<Draft | undefined> {
  const {person} = io;
  if (!person || !mayAsk(io, options.flag('no-input'))) {
    throw usageError(
      'There is nobody to ask what the config should hold',
      'haft init --yes takes the defaults',
      'haft help init lists the options that say it',
    );
  }
  const questioner = new Questioner({...io, person}, output);
  try {
    const draft = await askDraft(questioner, empty, io.env);
    output.note(JSON.stringify(draft.value, null, 2));
    return (await questioner.agree('Write it?')) ? draft : undefined;
  } finally {
    questioner.close();
  }
}

/** What `haft check` will say of it, but for what can still be installed. */
async function examine(draft: Draft, {path, shown}: Target, {io}: Invocation): Promise<ProjectPlan> {
  const file = configWithoutFile(draft.value, {name: shown, path, cwd: io.cwd});
  const plan = await planModules(
    file,
    {values: {}, env: io.env, secret: () => undefined},
    {cwd: io.cwd, isWhole: true, allowedBy: 'option'},
  );
  return {...plan, problems: [...plan.problems, ...(await refusals(plan.modules))]};
}
