import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {InputSchema} from '../../schema/input-schema.js';
import {isTrusted} from '../record-schema.js';
import {OutputSchema} from '../../schema/output-schema.js';

/** Both sides of a tool that is known by its record only. */
interface RecordSchemas {
  readonly input: InputSchema;
  /** undefined for a tool that promises nothing. */
  readonly output: OutputSchema | undefined;
}

const shared = new WeakMap<ToolMetadata, RecordSchemas>();

/** The schemas of a record, the same for all mocks of it. */
export function recordSchemasOf(tool: ToolMetadata): RecordSchemas {
  let schemas = shared.get(tool);
  if (!schemas) shared.set(tool, (schemas = readSchemas(tool)));
  return schemas;
}

function readSchemas(tool: ToolMetadata): RecordSchemas {
  const {inputSchema, outputSchema} = tool;
  const plain = {secrets: [], standard: undefined};
  const aliases = parameterAliases(tool);
  return {
    input: new InputSchema({...plain, schema: inputSchema, aliases, trusted: isTrusted(inputSchema)}),
    output:
      outputSchema && new OutputSchema({...plain, schema: outputSchema, aliases: {}, trusted: isTrusted(outputSchema)}),
  };
}

/** Other names of parameters, which the author's spelling of the input has and its JSON Schema has not. */
function parameterAliases({input}: ToolMetadata): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(input)) {
    const own: unknown = isRecord(parameter) ? parameter['aliases'] : undefined;
    for (const alias of Array.isArray(own) ? (own as unknown[]) : []) aliases[String(alias)] = name;
  }
  return aliases;
}
