import {existsSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {isRecord} from '../../contract/json.js';
import {loadBases, showFrom} from '../../factory/source/load-config.js';
import type {Invocation} from '../command.js';
import {problemLines} from '../error-report.js';
import {exitCodes} from '../exit-codes.js';
import type {Imported, ImportRequest} from '../import/importer.js';
import {importKinds} from '../import/importers.js';
import {existsAlready, writeWhole} from '../write-whole.js';
import {leftOutNote} from '../left-out.js';
import {onOneLine} from '../printable.js';
import {progressLine} from '../progress.js';
import {wrapProblems} from '../project/wrap-problems.js';
import {shellWord} from '../shell-word.js';
import {usageError} from '../usage-error.js';

export async function importConfig(invocation: Invocation): Promise<number> {
  const {io, output, options, argument} = invocation;
  const kind = argument('KIND') ?? '';
  const target = options.text('out');
  const path = target === undefined ? undefined : resolve(io.cwd, target);
  if (path !== undefined && target !== undefined) assertWritable(path, target, options.flag('force'));
  const imported = await runImporter(kind, invocation, path === undefined ? io.cwd : dirname(path));
  const config = withFacts(imported.config, options.text('name'), path);
  const tools = imported.tools ?? (isRecord(config['tools']) ? Object.keys(config['tools']) : []);
  const {leftOut} = imported;
  for (const line of leftOutNote(argument('SOURCE') ?? kind, leftOut, options.flag('verbose'))) output.note(line);
  for (const note of imported.notes ?? []) output.note(`haft: ${onOneLine(note)}`);
  const source = {file: target ?? 'config', path: path ?? join(io.cwd, 'config.json'), at: '', text: undefined};
  const loaded = await loadBases({...source, value: config}, showFrom(io.cwd));
  const problems = await wrapProblems(loaded, {
    name: 'config',
    allow: imported.allow ?? [],
    isWhole: true,
    allowedBy: 'option',
  });
  if (problems.length > 0) {
    if (output.json) output.document({written: null, tools, leftOut, config, problems});
    output.note(`${output.stderr.style('red', 'Nothing was written')}: the config would have problems`);
    for (const problem of problems) for (const line of problemLines(problem, output.stderr)) output.note(line);
    return exitCodes.config.code;
  }
  const text = `${JSON.stringify(config, null, 2)}\n`;
  if (path !== undefined && target !== undefined) {
    await writeWhole(path, target, text, {force: options.flag('force'), option: '--out'});
    if (output.json) output.document({written: target, tools, leftOut, config});
    else {
      const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
      output.stdout.line(`${output.stdout.style('green', 'ok')}  ${onOneLine(target)}: ${kind}, ${count}`);
      const allow = (imported.allow ?? []).map((name) => ` --allow ${shellWord(name)}`).join('');
      output.note(
        `Next: edit it, haft check ${shellWord(target)}${allow}, haft init --wrap ${shellWord(target)}${allow}`,
      );
    }
  } else if (output.json) output.document({written: null, tools, leftOut, config});
  else output.stdout.write(text);
  return exitCodes.ok.code;
}

/** Before anything is asked: who has a file there wants to know at once. */
function assertWritable(path: string, shown: string, force: boolean): void {
  if (!force && existsSync(path)) throw existsAlready(shown, '--out');
  if (!existsSync(dirname(path))) throw usageError(`There is no folder for ${shown}`, 'Make it, or name another file');
}

async function runImporter(kind: string, invocation: Invocation, folder: string): Promise<Imported> {
  const {io, output, options, argument} = invocation;
  const load = Object.hasOwn(importKinds, kind) ? importKinds[kind]?.load : undefined;
  if (!load) throw usageError(`Nothing is known of '${kind}'`, `Kinds are ${Object.keys(importKinds).join(', ')}`);
  const line = progressLine(output, options.flag('progress'));
  const some = (names: readonly string[]): readonly string[] | undefined => (names.length > 0 ? names : undefined);
  const request: ImportRequest = {
    source: argument('SOURCE') ?? '',
    cwd: io.cwd,
    folder,
    env: io.env,
    name: options.text('name'),
    include: some(options.list('include')),
    exclude: some(options.list('exclude')),
    tokenVariable: tokenVariable(options.text('token')),
    baseURL: options.text('base-url'),
    schemas: some(options.list('schema')),
    write: options.flag('write'),
    expand: options.flag('expand'),
    allowPrivate: options.flag('allow-private'),
    depth: options.integer('depth'),
    signal: io.signal,
    progress: (text) => {
      line.show(`${kind}: ${text}`);
    },
  };
  try {
    return await (
      await load()
    )(request);
  } finally {
    line.end();
  }
}

/** The name of a variable. A token itself would stay in the history of the shell, and in the config. */
function tokenVariable(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(given)?.[1];
  if (name !== undefined) return name;
  throw usageError(
    'A token does not belong into a config',
    "Put it into a variable, and give its name: --token '$API_TOKEN'",
  );
}

/** The config with its name, and where editors find what it may hold. */
function withFacts(
  config: Imported['config'],
  name: string | undefined,
  path: string | undefined,
): Readonly<Record<string, unknown>> {
  const schema = path === undefined ? undefined : schemaFor(dirname(path));
  const {$schema: _schema, ...rest} = config;
  return {...(schema !== undefined && {$schema: schema}), ...(name !== undefined && {name}), ...rest};
}

/** haft's schema of configs, of the nearest node_modules above. */
function schemaFor(folder: string): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, 'node_modules', 'haft', 'config.schema.json');
    if (existsSync(path)) {
      const near = relative(folder, path).replaceAll('\\', '/');
      return near.startsWith('.') ? near : `./${near}`;
    }
    if (dirname(above) === above) return undefined;
  }
}
