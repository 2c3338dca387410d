import {describe, test} from '@jest/globals';
import {FileSystemModuleDefinition} from '../../modules/filesystem/index.js';
import {describeModule} from '../../src/testing/index.js';

describeModule(
  {describe, test},
  {
    name: 'fs',
    definition: FileSystemModuleDefinition,
    config: (basePath) => ({basePath, permissions: 'read-write'}),
  },
);
