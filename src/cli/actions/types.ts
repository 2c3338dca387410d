import {existsSync, readFileSync} from 'node:fs';
import {basename, dirname, extname, relative, resolve} from 'node:path';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {TypedModule} from '../../factory/type-text/module-types.js';
import {moduleTypes} from '../../factory/type-text/module-types.js';
import {allowedNames} from '../allowed-names.js';
import type {Invocation} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {writeWhole} from '../write-whole.js';
import {leftOutNote} from '../left-out.js';
import {onOneLine} from '../printable.js';
import {moduleNamePattern} from '../project/config-schema.js';
import {readSettings} from '../project/config-values.js';
import {discovers, readWrapConfig} from '../project/read-wrap-config.js';
import type {WrapFile} from '../project/read-wrap-config.js';
import {shippedName} from '../../shipped/shipped-config.js';
import {wrapFactory} from '../project/wrap-problems.js';
import {isCommonJs} from '../package-kind.js';
import {usageError} from '../usage-error.js';

type Config = Readonly<Record<string, unknown>>;

/** The first words of what this command writes: such a file may be written over. */
const signature = '// Written by `haft types';

export async function writeTypes(invocation: Invocation): Promise<number> {
  const {io, output, options, argument} = invocation;
  const given = argument('CONFIG') ?? '';
  const name = options.text('name') ?? nameOf(given);
  if (!new RegExp(moduleNamePattern).test(name)) {
    throw usageError(
      `A module can not be named '${name}'`,
      'Give --name NAME: letters, digits, _ and -, a letter first',
    );
  }
  const target = options.text('out');
  const path = target === undefined ? undefined : resolve(io.cwd, target);
  const isProgram = options.flag('program');
  const isLive = options.flag('live');
  const file = await readWrapConfig(given, invocation, {name, isLive});
  if (isProgram && extname(file.path) !== '.json') {
    throw usageError('--program is for a config of JSON, which the program reads', 'Leave it out');
  }
  const module = await typedModule(name, file, invocation);
  const config =
    shippedName(given) !== undefined ? given : relativeTo(path === undefined ? io.cwd : dirname(path), file.path);
  const text = moduleTypes(module, isProgram ? {config} : undefined);
  const tools = module.tools.map(({tool}) => tool);
  if (path === undefined || target === undefined) {
    if (output.json) output.document({written: null, module: name, tools, types: text});
    else output.stdout.write(text);
    return exitCodes.ok.code;
  }
  const force = options.flag('force') || isOurs(path);
  await writeWhole(path, target, text, {force, option: '--out'});
  if (isProgram && isCommonJs(path)) output.note(esModuleNote(target));
  if (output.json) output.document({written: target, module: name, tools});
  else output.stdout.line(`${output.stdout.style('green', 'ok')}  ${onOneLine(target)}: ${tools.length} tools`);
  return exitCodes.ok.code;
}

/** A program finds its config beside itself, by `import.meta.url`, which only ES modules have. */
function esModuleNote(target: string): string {
  const other = onOneLine(target.replace(/\.(?=[^.]*$)/, '.m'));
  return `haft: the program is an ES module, and this package is CommonJS: write it with --out ${other}, or say "type": "module" in package.json`;
}

/** `configs/github.json` → `github`. */
const nameOf = (file: string): string => basename(file, extname(file)).replaceAll(/[^\w-]+/g, '_');

function relativeTo(folder: string, path: string): string {
  const near = relative(folder, path).replaceAll('\\', '/');
  return near.startsWith('.') ? near : `./${near}`;
}

const isOurs = (path: string): boolean => existsSync(path) && readFileSync(path, 'utf8').startsWith(signature);

/** The records of the tools: as the config has them, or as they are once the module lives. */
async function typedModule(name: string, file: WrapFile, {options, output}: Invocation): Promise<TypedModule> {
  const {value, name: source} = file;
  const factory = wrapFactory();
  const records = ({tools}: {readonly tools: Readonly<Record<string, ToolMetadata>>}) => Object.values(tools);
  if (!options.flag('live') && !discovers(value)) {
    const metadata = factory.defineFromConfig(name, value, {allow: file.allow}).getMetadata();
    return {name, description: metadata.description, tools: records(metadata), source};
  }
  const module = await factory.createFromConfig(name, withoutCredentials(value), readSettings(options.list('set')), {
    allow: allowedNames(options),
  });
  try {
    const {leftOut} = module as {readonly leftOut?: readonly {readonly name: string; readonly reason: string}[]};
    for (const line of leftOutNote(name, leftOut ?? [], true)) output.note(line);
    const metadata = module.getMetadata();
    return {name, description: metadata.description, tools: records(metadata), source};
  } finally {
    await module.cleanup();
  }
}

/** A description of an API is read without its credentials: there is no call. */
function withoutCredentials(config: Config): Config {
  if (config['type'] !== 'openapi') return config;
  const {auth: _auth, headers: _headers, ...rest} = config;
  return rest;
}
