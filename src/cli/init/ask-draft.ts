import type {Question, Questioner} from '../answers/questioner.js';
import {parametersOf} from '../answers/read-answer.js';
import type {Io} from '../io.js';
import {providers} from '../project/define-modules.js';
import {needsOfWrap} from '../project/needs.js';
import {defaultProviders, packageConfigs, packageOf, withDefaults} from './draft.js';
import type {Draft} from './draft.js';
import {essentials} from './essentials.js';

/** A draft from what a person answers. */
export async function askDraft(questioner: Questioner, draft: Draft, env: Io['env']): Promise<Draft> {
  for (const [name, load] of Object.entries(providers)) {
    const {description} = (await load()).getMetadata();
    const isUsual = defaultProviders.includes(name);
    if (!(await questioner.agree(`Module ${name}: ${description}`, isUsual))) continue;
    await draft.addProvider(name);
    await askEssential(draft, name, questioner);
  }
  if ([...draft.modules.values()].some(({entry}) => entry.provider === 'fs')) {
    const permissions = await questioner.choice(
      'What may fs do in this folder?',
      [
        {value: 'read', description: 'look at files'},
        {value: 'read-write', description: 'change them, too'},
      ],
      'read',
    );
    draft.set('fs', 'permissions', permissions);
  }
  for (const config of packageConfigs()) {
    const [need] = await needsOfWrap(config.value, env);
    const state = need?.isInstalled === true ? 'installed' : `not installed: ${need?.remedy ?? ''}`;
    const question = `Package ${packageOf(config)} (${state}): ${String(config.value['description'])}`;
    if (!(await questioner.agree(question, false))) continue;
    draft.addPackage(config.name);
    await askRequired(draft, config.name, questioner);
  }
  if (draft.modules.size === 0) await draft.addProvider('fs');
  return withDefaults(draft);
}

/** What a built-in module can not work without. */
async function askEssential(draft: Draft, name: string, questioner: Questioner): Promise<void> {
  const essential = essentials[name];
  if (!essential) return;
  const {option, description, schema, read} = essential;
  const question: Question = {name: option, schema: {...schema, description}, root: {}, isSecret: false};
  draft.give(name, read(String(await questioner.value(question))));
}

/** What a module can not be made without. */
async function askRequired(draft: Draft, name: string, questioner: Questioner): Promise<void> {
  const module = draft.modules.get(name);
  const {configSchema} = module?.definition?.getMetadata() ?? {};
  for (const parameter of configSchema ? parametersOf(configSchema) : []) {
    const isNeeded =
      configSchema?.required?.includes(parameter.name) === true && parameter.schema.default === undefined;
    if (module && isNeeded) module.config[parameter.name] = await questioner.value(parameter);
  }
}
