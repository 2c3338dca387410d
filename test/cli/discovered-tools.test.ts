import {createRequire} from 'node:module';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {haft} from './run-haft.js';

const tempFolder = useTempFolders();
const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** A project with an MCP server, one that is none, and files. */
async function project(): Promise<string> {
  const modules = {
    files: {provider: 'fs'},
    everything: {provider: 'mcp', config: {server: {command: process.execPath, args: [everything, 'stdio']}}},
    broken: {provider: 'mcp', config: {server: {command: process.execPath, args: ['-e', '']}}},
  };
  return tempFolder({'haft.config.json': JSON.stringify({modules}), 'a.txt': 'a\n'});
}

describe('tools that only a live server knows', () => {
  test('are called by every spelling of their names, and their server is started for it', async () => {
    const cwd = await project();
    for (const name of ['everything.echo', 'mcp__everything__echo', 'everything/echo']) {
      const {code, stdout, stderr} = await haft(['call', name, '{"message": "hello"}'], {cwd});
      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      expect(JSON.parse(stdout)).toMatchObject({text: 'Echo: hello'});
    }
  });

  test('are listed, described and found; a server that can not be started is told of', async () => {
    const cwd = await project();
    const listed = await haft(['tools', '--json'], {cwd});
    expect(listed.code).toBe(0);
    const names = (JSON.parse(listed.stdout) as {tools: {name: string}[]}).tools.map(({name}) => name);
    expect(names).toEqual(expect.arrayContaining(['files.read', 'everything.echo', 'broken.listResources']));
    expect(listed.stderr).toContain('The tools of broken are not known');

    const described = await haft(['describe', 'everything.echo'], {cwd});
    expect(described).toMatchObject({code: 0, stderr: ''});
    expect(described.stdout).toContain('message');
    const found = await haft(['search', 'echo back the input'], {cwd});
    expect(found.stdout).toContain('everything.echo');
  });

  test('cost nothing when a tool of another module is called', async () => {
    const cwd = await project();
    const {code, stderr} = await haft(['call', 'files.read', '{"path": "a.txt"}'], {cwd});
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
  });

  test('have their own error where the server can not be started', async () => {
    const cwd = await project();
    const {code, stderr} = await haft(['call', 'broken.echo', '{"message": "hello"}'], {cwd});
    expect(code).not.toBe(0);
    expect(stderr).toContain('RESOURCE_UNAVAILABLE (not_executed) The module broken can not be started: ');
    expect(stderr).not.toContain('not found');
  });
});
