import {FileSystemModuleDefinition} from '../../modules/filesystem/index.js';
import {describeModule} from './suite.js';

describeModule({
  name: 'fs',
  definition: FileSystemModuleDefinition,
  config: (basePath) => ({basePath, permissions: 'read-write'}),
});
