import {describe, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import {describeModule} from '../../../../src/testing/index.js';

describeModule(
  {describe, test},
  {name: 'db', definition: DatabaseModuleDefinition, config: () => ({embedded: 'memory', acquireTimeout: 60_000})} as never,
);
