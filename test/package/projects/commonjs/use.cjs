// The same in a fresh CommonJS project, by require().
const {FileSystemModuleDefinition, GitModuleDefinition} = require('haft');
const {GitModuleDefinition: direct} = require('haft/modules/git');
const {defineTool} = require('haft/sdk');
const schema = require('haft/config.schema.json');

async function main(basePath) {
  const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});
  await fs.write({path: 'a.txt', content: 'x'});
  const {content} = await fs.read({path: 'a.txt'});
  const result = await fs.getTool('read').execute({path: 'a.txt'});
  await fs.cleanup();
  return {content, result, sameModule: direct === GitModuleDefinition, sdk: typeof defineTool, schema: schema.$schema};
}

main(process.argv[2]).then((outcome) => console.log(JSON.stringify(outcome)));
