import {expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();
const description = {
  name: 'demo',
  version: '1.2.3',
  scripts: {say: `node -e "console.log(process.argv.slice(1).join('|'))" --`},
  dependencies: {left: 'file:./left', missing: '^1.0.0'},
};

test('configs/npm.json looks into a real package and runs its scripts', async () => {
  const basePath = await tempFolder({
    'package.json': JSON.stringify(description),
    'node_modules/left/package.json': '{"name": "left", "version": "0.1.0"}',
    'empty/': '',
  });
  const npm = await shipped('npm', {basePath});
  const call = (tool: string, input: object): Promise<unknown> =>
    npm.getTool(tool).call(input as Record<string, unknown>);

  const [listed, fields, one, outdated, ran, unknown, none] = await Promise.all([
    call('list', {}),
    call('fields', {fields: ['version', 'scripts.say', 'nothing']}),
    call('fields', {fields: ['name']}),
    npm.getTool('outdated').execute({offline: true}),
    call('run', {script: 'say', args: ['-a', '$(b) c', '*']}),
    npm.getTool('run').execute({script: 'nothing'}),
    (await shipped('npm', {basePath: `${basePath}/empty`})).getTool('fields').execute({fields: ['name']}),
  ]);

  expect(listed).toMatchObject({
    dependencies: expect.arrayContaining([expect.objectContaining({name: 'left', version: '0.1.0'})]),
  });
  expect((listed as {problems: string[]}).problems.join('\n')).toContain('missing: missing@^1.0.0');
  expect(fields).toEqual({fields: {version: '1.2.3', 'scripts.say': description.scripts.say}});
  expect(one).toEqual({fields: {name: 'demo'}});
  expect(outdated).toMatchObject({error: {code: 'REGISTRY_UNREACHABLE', recoverable: true}});
  expect(ran).toMatchObject({stdout: '-a|$(b) c|*\n', exitCode: 0});
  expect(unknown).toMatchObject({error: {code: 'SCRIPT_NOT_FOUND'}});
  expect(none).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
  expect(await npm.getTool('fields').execute({fields: ['--prefix=/']})).toMatchObject({
    error: {code: 'INVALID_PARAMETER'},
  });
});
