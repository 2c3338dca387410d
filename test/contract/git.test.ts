import {GitModuleDefinition} from '../../modules/git/index.js';
import {describeModule} from './suite.js';

describeModule({
  name: 'git',
  definition: GitModuleDefinition,
  config: (basePath) => ({basePath, author: 'Ada <ada@example.com>', allowedProtocols: ['https', 'file']}),
});
