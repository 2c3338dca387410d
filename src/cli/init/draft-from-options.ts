import {allowedNames} from '../allowed-names.js';
import type {OptionValues} from '../command.js';
import {usageError} from '../usage-error.js';
import {defaultProviders, withDefaults} from './draft.js';
import type {Draft} from './draft.js';
import {essentials, isGiven} from './essentials.js';

/** A draft from the options of `haft init`. Throws where a module would lack what it can not work without. */
export async function draftFromOptions(options: OptionValues, draft: Draft): Promise<Draft> {
  for (const spec of options.list('module')) await draft.addProvider(spec);
  for (const name of options.list('package')) draft.addPackage(name);
  for (const spec of options.list('wrap')) await draft.addWrap(spec, allowedNames(options));
  for (const name of allowedNames(options)) draft.allow(name);
  await giveEssentials(options, draft);
  if (draft.modules.size === 0) for (const name of defaultProviders) await draft.addProvider(name);
  const [basePath, permissions] = [options.text('base-path'), options.text('permissions')];
  if (basePath !== undefined) draft.setAll('basePath', basePath, '--base-path');
  if (permissions !== undefined) draft.setAll('permissions', permissions, '--permissions');
  for (const setting of options.list('with')) set(draft, setting);
  const audit = options.text('audit');
  if (audit !== undefined) draft.audit(audit);
  assertWorking(draft);
  return withDefaults(draft);
}

/** Each goes to the modules of its provider; where there is none, one is added. */
async function giveEssentials(options: OptionValues, draft: Draft): Promise<void> {
  for (const [provider, {option, read}] of Object.entries(essentials)) {
    const text = options.text(option);
    if (text === undefined) continue;
    const config = read(text);
    const isOfProvider = ([, {entry}]: [string, {entry: {provider?: string}}]): boolean => entry.provider === provider;
    if (![...draft.modules].some(isOfProvider)) await draft.addProvider(provider);
    for (const [name] of [...draft.modules].filter(isOfProvider)) draft.give(name, config);
  }
}

function set(draft: Draft, setting: string): void {
  const [, module, key, value] = /^([^.=]+)\.([^.=]+)=(.*)$/s.exec(setting) ?? [];
  if (module === undefined || key === undefined || value === undefined) {
    throw usageError(`Option --with must be MODULE.KEY=VALUE, received '${setting}'`, 'Write --with fs.maxEntries=100');
  }
  draft.set(module, key, value);
}

function assertWorking(draft: Draft): void {
  for (const [name, {entry, config}] of draft.modules) {
    const essential = entry.provider === undefined ? undefined : essentials[entry.provider];
    if (!essential || isGiven(essential, config)) continue;
    throw usageError(
      `The module ${name} can not work without ${essential.what}`,
      `Add --${essential.option}: ${essential.description}`,
    );
  }
}
