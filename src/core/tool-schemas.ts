import {handlePaths} from '../schema/handle-paths.js';
import type {HandlePath} from '../schema/handle-paths.js';
import {InputSchema} from '../schema/input-schema.js';
import {normalizeSchema} from '../schema/normalize.js';
import {OutputSchema} from '../schema/output-schema.js';
import type {SchemaSpec} from '../schema/spec.js';

/** The schemas of one tool, read when first asked for; tools of the same definition share them. */
export class ToolSchemas {
  readonly #inputSpec: SchemaSpec;
  readonly #outputSpec: SchemaSpec | undefined;
  #input: InputSchema | undefined;
  #output: OutputSchema | undefined;
  #consumed: readonly HandlePath[] | undefined;
  #produced: readonly string[] | undefined;

  constructor(input: SchemaSpec, output: SchemaSpec | undefined) {
    this.#inputSpec = input;
    this.#outputSpec = output;
  }

  get input(): InputSchema {
    return (this.#input ??= new InputSchema(normalizeSchema(this.#inputSpec, {direction: 'input'})));
  }

  get output(): OutputSchema | undefined {
    if (this.#outputSpec === undefined) return undefined;
    return (this.#output ??= new OutputSchema(normalizeSchema(this.#outputSpec, {direction: 'output'})));
  }

  /** Where handles stand in the input. */
  get consumed(): readonly HandlePath[] {
    return (this.#consumed ??= handlePaths(this.input.schema));
  }

  /** Types of handles in the output. */
  get produced(): readonly string[] {
    return (this.#produced ??= [...new Set(handlePaths(this.output?.schema).map(({type}) => type))]);
  }
}

const shared = new WeakMap<object, ToolSchemas>();

/** The schemas of a definition, the same for all instances. */
export function schemasOf(definition: {
  readonly input: SchemaSpec;
  readonly output: SchemaSpec | undefined;
}): ToolSchemas {
  let schemas = shared.get(definition);
  if (!schemas) {
    schemas = new ToolSchemas(definition.input, definition.output);
    shared.set(definition, schemas);
  }
  return schemas;
}
