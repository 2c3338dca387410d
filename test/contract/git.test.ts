import {describe, test} from '@jest/globals';
import {GitModuleDefinition} from '../../modules/git/index.js';
import {describeModule} from '../../src/testing/index.js';
import {gitState} from './git-state.js';

describeModule(
  {describe, test},
  {
    name: 'git',
    definition: GitModuleDefinition,
    config: (basePath) => ({basePath, author: 'Ada <ada@example.com>', allowedProtocols: ['https', 'file']}),
    fingerprint: ({folder}) => gitState(folder),
  },
);
