import {describe, test} from '@jest/globals';
import {McpModuleDefinition} from '../../modules/mcp/index.js';
import {describeModule} from '../../src/testing/index.js';
import {scripted} from '../support/mcp.js';

describeModule(
  {describe, test},
  {
    name: 'mcp',
    definition: McpModuleDefinition,
    // The module's own tools: what a server offers has no examples.
    config: () => ({server: scripted(), include: []}),
  },
);
