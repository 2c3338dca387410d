import {defineTool, isRecord, jsonSchema} from '../../../src/sdk.js';
import type {Call, SecurityTier, ToolDefinition} from '../../../src/sdk.js';
import {cleanOptional} from '../clean-text.js';
import {serverErrors} from '../connection/call-failure.js';
import type {McpToolOverride} from '../options.js';
import {toolErrors} from '../result.js';
import type {ToolData} from '../result.js';
import {answerSchema} from './answer-schema.js';
import type {Definition} from './read-definition.js';

/** How a tool of a server becomes one of haft. */
export interface ToolSettings {
  /** Its name here. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly override: McpToolOverride;
  readonly server: string;
  readonly securityTier: SecurityTier;
  readonly timeout: number | undefined;
  readonly trustAnnotations: boolean;
  /** Calls the tool of the server. */
  readonly call: (input: Readonly<Record<string, unknown>>, call: Call) => Promise<ToolData>;
}

const descriptionLength = 4000;

/** Tier of a tool that says of itself that it destroys. */
const destructiveTier = 3;

const changedText = 'The server changed, added or removed this definition, and nobody has approved that';

/** A tool of a server as one of haft: schema, metadata, call (R13.1, R13.2). */
export function toolOf(definition: Definition, settings: ToolSettings): ToolDefinition {
  const {name, aliases, override, server} = settings;
  const {pinned, inputSchema, outputSchema} = definition;
  const {securityTier, planning} = factsOf(definition, settings);
  const timeout = override.timeout ?? settings.timeout;
  return defineTool({
    name,
    aliases: [...aliases],
    description: override.description ?? describe(pinned.description, pinned.title, definition.name, server),
    category: override.category ?? 'mcp',
    resource: server,
    tags: [...(override.tags ?? ['mcp'])],
    input: jsonSchema<Readonly<Record<string, unknown>>>(inputSchema),
    output: jsonSchema<ToolData>(answerSchema(outputSchema)),
    returns: "The server's answer: its content, the text of it, and structuredContent where there is any",
    errors: {...serverErrors, ...toolErrors, DEFINITION_CHANGED: changedText},
    planning,
    limitations: ['What it does is the word of its server'],
    securityTier,
    ...(timeout !== undefined && {timeout}),
    source: 'mcp_server',
    run: (_module: unknown, input: Readonly<Record<string, unknown>>, call) => settings.call(input, call),
  });
}

/** A tool that nobody has approved: what the server says of it is not shown to agents (MC06). */
export function refusedTool(settings: Pick<ToolSettings, 'name' | 'server' | 'securityTier' | 'call'>): ToolDefinition {
  const {name, server, securityTier} = settings;
  return defineTool({
    name,
    description: `Refused: nobody has approved what the server ${server} says of this tool`,
    category: 'mcp',
    resource: server,
    tags: ['mcp'],
    input: jsonSchema<Readonly<Record<string, unknown>>>({type: 'object'}),
    errors: {...serverErrors, DEFINITION_CHANGED: changedText},
    limitations: ['It can be called when its definition is approved'],
    securityTier,
    source: 'mcp_server',
    run: (_module: unknown, input: Readonly<Record<string, unknown>>, call) => settings.call(input, call),
  });
}

/** Annotations are hints of a stranger: they make a tool more dangerous, never less (SECURITY 4). */
function factsOf({pinned}: Definition, {override, securityTier, trustAnnotations}: ToolSettings) {
  const hints = isRecord(pinned.annotations) ? pinned.annotations : {};
  const isDestructive = hints['destructiveHint'] === true;
  const isReading = trustAnnotations && hints['readOnlyHint'] === true && !isDestructive;
  const tier = isDestructive ? (Math.max(securityTier, destructiveTier) as SecurityTier) : securityTier;
  return {
    securityTier: override.securityTier ?? tier,
    planning: {
      sideEffects: !isReading,
      idempotent: trustAnnotations && (isReading || hints['idempotentHint'] === true),
      ...override.planning,
    },
  };
}

function describe(description: unknown, title: unknown, name: string, server: string): string {
  return (
    cleanOptional(description, descriptionLength) ??
    cleanOptional(title, descriptionLength) ??
    `The tool ${name} of the MCP server ${server}`
  );
}
