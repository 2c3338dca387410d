// What a person does in a fresh ESM project: every entrance of the package, and one job. Prints what came out of it.
import {FileSystemModuleDefinition, GitModuleDefinition} from 'haft';
import {GitModuleDefinition as direct} from 'haft/modules/git';
import {defineTool} from 'haft/sdk';

const [basePath] = process.argv.slice(2);
const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});
await fs.write({path: 'a.txt', content: 'x'});
const {content} = await fs.read({path: 'a.txt'});
const result = await fs.getTool('read').execute({path: 'a.txt'});
await fs.cleanup();

const inside = await import('haft/dist/src/index.js').catch((error) => error.code);
console.log(
  JSON.stringify({content, result, sameModule: direct === GitModuleDefinition, sdk: typeof defineTool, inside}),
);
