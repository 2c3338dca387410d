import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();
const cwd = process.cwd();

describe('haft tools', () => {
  test('lists the tools of fs and git where there is no config', async () => {
    const {code, stdout, stderr} = await haft(['tools'], {cwd: await tempFolder()});

    expect(code).toBe(0);
    expect(stderr).toBe('');
    const names = stdout
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(['fs.read', 'fs.write', 'git.clone', 'git.commit', 'git.log']));
    expect(stdout).toMatch(/^git\.commit +yes, undo +1 +Commit changes to repository$/m);
    expect(stdout).toMatch(/^fs\.read +0 +Read a file/m);
  });

  test('lists those of one module', async () => {
    const {stdout} = await haft(['tools', 'git'], {cwd});

    expect(stdout).not.toContain('fs.');
  });

  test('answers records for programs', async () => {
    const {document} = await haftJson(['tools'], {cwd: await tempFolder()});

    const read = document.tools.find(({name}) => name === 'fs.read');
    expect(read).toMatchObject({securityTier: 0, planning: {sideEffects: false}, inputSchema: {required: ['path']}});
    const branch = document.tools.find(({name}) => name === 'git.branch');
    expect(branch!.planning.sideEffects).toBe('depends on the input');
  });

  test('answers no control character as such, whatever a description holds', async () => {
    const description = 'Upper \u009b2J\u202e case';
    const wrap = {type: 'npm_library', module: 'node:path', tools: {join: {description, input: {a: 'string'}}}};
    const config = {modules: {upper: {wrap}}, allow: ['node:path']};
    const folder = await tempFolder({'haft.config.json': JSON.stringify(config)});
    const {stdout} = await haft(['tools', '--json'], {cwd: folder});

    expect(stdout).toContain('Upper \\u009b2J\\u202e case');
    expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
    expect(JSON.parse(stdout)).toMatchObject({tools: [{name: 'upper.join', description}]});
  });

  test('names the tools as the config does', async () => {
    const folder = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {notes: {provider: 'fs'}, upper: {wrap: './upper.json'}}}),
      'upper.json': JSON.stringify({
        type: 'node_module',
        module: 'path',
        tools: {up: {method: 'dirname', description: 'The folder above', input: {path: 'string'}, args: ['{path}']}},
      }),
    });

    const {document} = await haftJson(['tools'], {cwd: folder});

    const names = document.tools.map(({name}) => name);
    expect(names).toEqual(expect.arrayContaining(['notes.read', 'upper.up']));
    expect(names.filter((name) => name.startsWith('fs.'))).toEqual([]);
  });
});

describe('haft describe', () => {
  test('tells input, output, errors, facts and examples', async () => {
    const {code, stdout} = await haft(['describe', 'fs.read'], {cwd});

    expect(code).toBe(0);
    expect(stdout).toMatch(/^fs\.read\nRead a file/);
    expect(stdout).toMatch(/^ {2}path +string +required +Path under basePath/m);
    expect(stdout).toMatch(/^ {2}encoding +utf8 \|.+default "utf8"/m);
    expect(stdout).toMatch(/^ {2}RESOURCE_NOT_FOUND +There is no such file/m);
    expect(stdout).toMatch(/^ {2}changes something +no$/m);
    expect(stdout).toContain(`haft call fs.read '{"path":"notes.txt"}'`);
  });

  test('says which handles a tool takes', async () => {
    const {stdout} = await haft(['describe', 'git.commit'], {cwd});

    expect(stdout).toMatch(/^ {2}repository +git_repository handle +required/m);
    expect(stdout).toMatch(/^ {2}takes handles +git_repository$/m);
  });

  test('finds a tool by an alias, by its name alone, and by the name for function calls', async () => {
    for (const name of ['fs.readFile', 'readFile', 'fs__read']) {
      const {document} = await haftJson(['describe', name], {cwd});
      expect(document.name).toBe('fs.read');
    }
  });

  test('answers the whole record for programs', async () => {
    const {document} = await haftJson(['describe', 'git.commit'], {cwd});

    expect(document).toMatchObject({
      name: 'git.commit',
      provider: 'git',
      module: 'GitModule',
      planning: {consumes: ['git_repository']},
      output: {error: {codes: {NO_CHANGES: 'No changes staged for commit'}}},
    });
  });

  test('lists the candidates where a name alone means several tools', async () => {
    const folder = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {a: {provider: 'fs'}, b: {provider: 'fs'}}}),
    });

    const {code, stderr} = await haft(['describe', 'read'], {cwd: folder});

    expect(code).toBe(2);
    expect(stderr).toContain('ambiguous');
    expect(stderr).toContain('a.read or b.read');
  });
});

describe('haft search', () => {
  test('ranks by what tools do', async () => {
    const {code, stdout} = await haft(['search', 'commit', 'changes'], {cwd});

    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toMatch(/^git\.commit /);
  });

  test('answers at most as many as asked for, with scores for programs', async () => {
    const {document} = await haftJson(['search', 'read a file', '-n', '2'], {cwd});

    expect(document.tools).toHaveLength(2);
    expect(document.tools[0]).toMatchObject({name: 'fs.read', score: expect.any(Number)});
  });

  test('finds nothing without failing', async () => {
    const {code, stdout, stderr} = await haft(['search', 'quantumentanglement'], {cwd});

    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('No tool fits');
  });

  test('tells why with --explain: the words, where they stand, and the facts', async () => {
    const {code, stdout} = await haft(['search', 'commit', 'xyzzyplugh', '--tag', 'commit', '--explain', '-n', '1'], {
      cwd,
    });
    const {document} = await haftJson(['search', 'commit', '--explain', '-n', '1'], {cwd});

    expect(code).toBe(0);
    expect(stdout).toMatch(/^git\.commit +Commit changes/);
    expect(stdout).toMatch(/^ {4}score \d+\.\d\d$/m);
    expect(stdout).toMatch(/^ {4}commit in name.*: \d+\.\d\d$/m);
    expect(stdout).toMatch(/^ {4}without xyzzyplugh$/m);
    expect(stdout).toMatch(/^ {4}tags: .*commit.*, wanted commit$/m);
    expect(document.tools[0]).toMatchObject({match: {score: expect.any(Number), terms: [{word: 'commit'}]}});
  });

  test('finds by facts alone, and by facts and words', async () => {
    const names = async (...argv: string[]): Promise<string[]> =>
      (await haftJson(['search', '-n', '100', ...argv], {cwd})).document.tools.map(({name}) => name);
    const all = (await haftJson(['tools'], {cwd})).document.tools as unknown as readonly {
      name: string;
      tags: string[];
      securityTier: number;
      planning: {produces: string[]; consumes: string[]; sideEffects: unknown; cost: string; idempotent: boolean};
    }[];
    const having = (test: (tool: (typeof all)[number]) => boolean): string[] => all.filter(test).map(({name}) => name);

    expect(await names('--produces', 'git_repository')).toEqual(
      having(({planning}) => planning.produces.includes('git_repository')),
    );
    expect(await names('--consumes', 'git_repository')).toContain('git.commit');
    expect(await names('--no-side-effects')).toEqual(having(({planning}) => planning.sideEffects === false));
    expect(await names('--tier', '0')).toEqual(having(({securityTier}) => securityTier === 0));
    expect(await names('--cost', 'free')).toEqual(having(({planning}) => planning.cost === 'free'));
    expect(await names('--module', 'git', '--idempotent')).toEqual(
      having(({name, planning}) => name.startsWith('git.') && planning.idempotent),
    );
    expect(await names('--tag', 'commit')).toEqual(having(({tags}) => tags.includes('commit')));
    expect((await names('read', '--module', 'fs', '--no-side-effects'))[0]).toBe('fs.read');
    expect(await names('read', '--module', 'git', '--tag', 'no-such-tag')).toEqual([]);
  });
});
