import {describe, test} from '@jest/globals';
import {ShellModuleDefinition} from '../../modules/shell/index.js';
import {describeModule} from '../../src/testing/index.js';

describeModule(
  {describe, test},
  {
    name: 'shell',
    definition: ShellModuleDefinition,
    config: (basePath) => ({
      basePath,
      commands: {node: {path: process.execPath, flags: ['-e <script>', '--version']}},
      secrets: {API_TOKEN: 'canary-of-the-shell'},
    }),
  },
);
