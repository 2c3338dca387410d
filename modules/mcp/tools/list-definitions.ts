import {defineTool} from '../../../src/sdk.js';
import {changedParts} from '../definitions/difference.js';
import {lookingPlan} from './shared.js';
import type {Mcp} from './shared.js';

export const listDefinitions = defineTool({
  name: 'listDefinitions',
  description:
    'List the tools of the MCP server with where each stands: approved, changed, new, removed, unusable or excluded, with why. Only a person can approve.',
  category: 'mcp',
  resource: 'definition',
  tags: ['mcp', 'definition', 'fingerprint', 'approval'],
  input: {},
  output: {
    server: {
      name: 'string?',
      version: 'string?',
      protocolVersion: 'string?',
      restarts: 'integer',
      strangeMessages: 'integer',
    },
    definitions: {
      type: 'array',
      required: true,
      items: {
        name: 'string',
        tool: 'string?',
        status: 'string',
        fingerprint: 'string?',
        approved: 'string?',
        reason: 'string?',
        changed: 'string[]?',
      },
    },
  },
  planning: {...lookingPlan, cost: 'free', reliability: 'high'},
  securityTier: 0,
  limitations: ['Texts that nobody has approved are not shown; definitions() of the module shows them to people'],
  examples: [{description: 'Where all tools stand', input: {}}],
  run(mcp: Mcp) {
    const {book, connection} = mcp.wrappedInstance;
    const {name, version, protocolVersion} = connection.latest?.server ?? {};
    const {restarts, strangeMessages} = connection;
    return {
      server: {...known({name, version, protocolVersion}), restarts, strangeMessages},
      definitions: book.reports().map(({differences, ...report}) => {
        const {name: own, status, ...rest} = report;
        return {
          name: own,
          status,
          ...known(rest),
          ...(differences.length > 0 && {changed: changedParts(differences)}),
        };
      }),
    };
  },
});

/** Without what is not known. */
const known = <K extends string>(facts: Readonly<Record<K, string | undefined>>): Partial<Record<K, string>> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as Partial<Record<K, string>>;
