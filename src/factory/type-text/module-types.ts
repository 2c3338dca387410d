import {isRecord} from '../../contract/json.js';
import type {JsonSchema} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {reservedNames} from '../../core/tool-methods.js';
import {shippedName} from '../../shipped/shipped-config.js';
import {docComment, oneLine} from './doc-comment.js';
import {pascalCase, propertyName, quoted, TypeNames} from './names.js';
import {closureOf, leadsDirectlyTo, referenceName, resolveReference} from './references.js';
import {schemaType} from './schema-type.js';

/** What types are written for. */
export interface TypedModule {
  /** Name of the module: `github` makes `GithubModule`. */
  readonly name: string;
  readonly description: string;
  readonly tools: readonly ToolMetadata[];
  /** The config, as people are told about it. */
  readonly source: string;
}

/** A module that makes itself: the text is a program, not only types. */
export interface MakerOptions {
  /** The config, relative to the file that the text goes to (`./github.json`), or one that comes with haft. */
  readonly config: string;
}

/** The text of a .d.ts for the tools of a module, or of a .ts that makes the module as well. */
export function moduleTypes(module: TypedModule, maker?: MakerOptions): string {
  const writer = new TypeWriter();
  const interfaceName = writer.names.give(`${pascalCase(module.name)}Module`);
  const methods = module.tools.map((tool) => writer.method(tool)).join('');
  const uses = ['Handle', 'HandleInput', 'ModuleInstance', 'ToolMethod'].filter(
    (name) => name === 'ModuleInstance' || new RegExp(`\\b${name}<`).test(methods + writer.types.join('')),
  );
  const again = oneLine(`haft types ${module.source}`);
  const head = `// Written by \`${again}\`. Write it again when the config changes.\n`;
  const imports = maker
    ? `import {loadConfig, ModuleFactory} from 'haft';\nimport type {CreateOptions, ${uses.join(', ')}} from 'haft';\n`
    : `import type {${uses.join(', ')}} from 'haft';\n`;
  const types = writer.types.join('\n');
  const body = `${docComment(module.description)}export interface ${interfaceName} extends ModuleInstance {\n${methods}}\n`;
  const parts = [head + imports, types, body, ...(maker ? [makerText(module, interfaceName, maker)] : [])];
  return parts.filter((part) => part !== '').join('\n');
}

function makerText({name}: TypedModule, interfaceName: string, {config}: MakerOptions): string {
  const file = shippedName(config) !== undefined ? quoted(config) : `new URL(${quoted(config)}, import.meta.url)`;
  return (
    `/** Makes the module. \`values\` are what the config takes by \`$config\`. Throws INVALID_CONFIG. */\n` +
    `export async function create${interfaceName}(values: object = {}, options: CreateOptions = {}): Promise<${interfaceName}> {\n` +
    `  const config = await loadConfig(${file});\n` +
    `  return (await ModuleFactory.createFromConfig(${quoted(name)}, config, values, options)) as ${interfaceName};\n` +
    `}\n`
  );
}

/**
 * An answer as it is described, where it is not held to that: `anyOf` of anything and of what a description says. Everything
 * else as it is.
 */
function described(schema: JsonSchema): JsonSchema {
  const branches = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [];
  const telling = branches.filter(
    (branch) => isRecord(branch) && Object.keys(branch).some((key) => key !== 'description'),
  );
  return telling.length === 0 ? schema : {...schema, anyOf: telling};
}

/** Collects the named types of a text: schemas that say the same have one type. */
class TypeWriter {
  readonly names = new TypeNames();
  readonly types: string[] = [];
  readonly #known = new Map<string, string>();

  /** The line of a tool in its interface, and the types of its input and its data. */
  method(tool: ToolMetadata): string {
    const {tool: name, aliases, description, inputSchema, outputSchema} = tool;
    if (reservedNames.has(name))
      return `  // "${name}" is a member of every module: getTool(${quoted(name)}) has the tool.\n`;
    const input = this.#declare(`${pascalCase(name)}Input`, inputSchema, 'HandleInput');
    const output =
      outputSchema === undefined
        ? 'unknown'
        : this.#declare(`${pascalCase(name)}Output`, described(outputSchema), 'Handle');
    const positional = tool.positional ?? [];
    const order = positional.length === 0 ? '' : `, readonly [${positional.map(quoted).join(', ')}]`;
    const type = `ToolMethod<${input}, ${output}${order}>`;
    const others = aliases
      .filter((alias) => !reservedNames.has(alias))
      .map((alias) => `  /** Another name of ${name}. */\n  readonly ${propertyName(alias)}: ${type};\n`);
    return `${docComment(description, '  ')}  readonly ${propertyName(name)}: ${type};\n${others.join('')}`;
  }

  /** A type by its name; a word such as `string` or a handle needs none. */
  #declare(wanted: string, schema: unknown, handle: 'Handle' | 'HandleInput'): string {
    const text = this.#text(schema, schema, handle);
    if (/^[\w<>'"[\]]+$/.test(text)) return text;
    const name = this.names.give(wanted);
    this.types.push(`export type ${name} = ${text};\n`);
    return name;
  }

  #text(schema: unknown, root: unknown, handle: 'Handle' | 'HandleInput', self?: string): string {
    return schemaType(schema, {
      handle,
      nameOf: (ref, isBare) => {
        if (resolveReference(root, ref) === undefined) return undefined;
        if (isBare && self !== undefined && leadsDirectlyTo(root, ref, self)) return undefined;
        return this.#reference(root, ref, handle);
      },
    });
  }

  /** The type of a part of a schema that is referred to. */
  #reference(root: unknown, ref: string, handle: 'Handle' | 'HandleInput'): string {
    const closure = closureOf(root, ref);
    const key = closure.includes('"handle"') ? `${handle} ${closure}` : closure;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = this.names.give(referenceName(ref));
    this.#known.set(key, name);
    const schema = resolveReference(root, ref);
    const about = (schema as {readonly description?: unknown} | undefined)?.description;
    const text = this.#text(schema, root, handle, ref);
    this.types.push(`${typeof about === 'string' ? docComment(about) : ''}export type ${name} = ${text};\n`);
    return name;
  }
}
