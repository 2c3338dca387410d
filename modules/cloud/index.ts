import {configModule} from '../../src/config-module.js';

/** Provider `cloud`: an object store that speaks S3, which is configs/s3.json and nothing more (R14). */
export const CloudModuleDefinition = configModule({
  name: 'cloud',
  definition: 'CloudModuleDefinition',
  config: 's3',
  allow: ['@aws-sdk/client-s3'],
});
export type CloudModuleDefinition = typeof CloudModuleDefinition;

export {CloudModuleDefinition as CloudModule};
