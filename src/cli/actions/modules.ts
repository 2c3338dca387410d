import type {Invocation} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import type {Output} from '../output.js';
import {onOneLine} from '../printable.js';
import {configWithoutFile, readConfigFile} from '../project/config-file.js';
import {findConfig} from '../project/find-config.js';
import {configuredModules, shippedModules} from '../project/describe-modules.js';
import type {ModuleSummary} from '../project/describe-modules.js';
import {defaultConfig} from '../project/session.js';

export async function listModules({io, output, options}: Invocation): Promise<number> {
  const path = options.text('config') ?? findConfig(io.cwd);
  const file =
    path === undefined ? configWithoutFile(defaultConfig, {cwd: io.cwd}) : await readConfigFile(path, io.cwd);
  const [configured, shipped] = await Promise.all([configuredModules(file, io.env), shippedModules(io.env)]);
  if (output.json) {
    output.document({config: path === undefined ? null : file.name, modules: configured, shipped});
    return exitCodes.ok.code;
  }
  output.heading(path === undefined ? 'Modules, without a config' : `Modules of ${onOneLine(file.name)}`);
  show(configured, output);
  output.stdout.line();
  output.heading('What comes with haft');
  show(shipped, output);
  for (const remedy of new Set(configured.flatMap(missing))) output.note(remedy);
  if (configured.some(({problems}) => problems)) {
    output.note('Some modules can not be made; haft check tells why');
  }
  if (path === undefined) output.note('haft init writes a config');
  return exitCodes.ok.code;
}

const columns = [
  {title: 'MODULE'},
  {title: 'MADE BY'},
  {title: 'TOOLS', align: 'right'},
  {title: 'NEEDS'},
  {title: 'WHAT IT DOES'},
] as const;

function show(modules: readonly ModuleSummary[], output: Output): void {
  const rows = modules.map((module) => [
    module.name,
    module.kind,
    module.problems ? 'none' : countText(module),
    needsText(module),
    module.description,
  ]);
  output.table(columns, rows, '  ');
}

/** Those of a server are counted by `haft tools`, which asks it. */
const countText = ({tools, discovers}: ModuleSummary): string =>
  discovers === true ? (tools.length === 0 ? 'found' : `${tools.length}+`) : String(tools.length);

const needsText = ({needs}: ModuleSummary): string => needs.map(needText).join(', ');

function needText({name, isInstalled, purpose}: ModuleSummary['needs'][number]): string {
  const notes = [...(purpose === undefined ? [] : [`for ${purpose}`]), ...(isInstalled ? [] : ['missing'])];
  return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
}

/** How to get what a module needs and there is not. */
const missing = ({needs}: ModuleSummary): string[] =>
  needs.flatMap(({kind, name, isInstalled, remedy}) =>
    isInstalled ? [] : [`The ${kind} ${onOneLine(name)} is missing: ${onOneLine(remedy)}`],
  );
