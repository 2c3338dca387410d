import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {fromFunctionName, toFunctionName} from '../../src/registry/function-name.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {Runtime} from '../../src/sdk.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

async function registryWith(
  modules: readonly (readonly [provider: 'git' | 'fs', name?: string])[],
  runtime = new Runtime(),
): Promise<ToolRegistry> {
  const registry = new ToolRegistry({runtime, providers: {git: GitModuleDefinition, fs: FileSystemModuleDefinition}});
  for (const [provider, name] of modules) await registry.createModule(provider, {}, name === undefined ? {} : {name});
  return registry;
}

const fullName = (registry: ToolRegistry, name: string): string => registry.getTool(name).getMetadata().name;

describe('a tool is found', () => {
  test.each([
    ['its full name', 'git.commit'],
    ['a slash', 'git/commit'],
    ['a colon', 'git:commit'],
    ['its function name', 'git__commit'],
    ['the name that MCP clients write', 'mcp__git__commit'],
    ['its name alone', 'commit'],
    ['an alias', 'git.save_commit'],
    ['an alias alone', 'save_commit'],
  ])('by %s', async (_how, name) => {
    const registry = await registryWith([['git'], ['fs']]);
    expect(fullName(registry, name)).toBe('git.commit');
    expect(registry.get(name)).toBe(registry.getTool(name));
    await registry.cleanup();
  });

  test('by the name of its provider, while there is one module of it', async () => {
    const registry = await registryWith([['git', 'work']]);
    expect(fullName(registry, 'git.commit')).toBe('work.commit');
    await registry.createModule('git', {}, {name: 'play'});
    expect(() => registry.getTool('git.commit')).toThrow(
      expect.objectContaining({code: 'TOOL_NOT_FOUND', context: {candidates: ['work.commit', 'play.commit']}}),
    );
    await registry.cleanup();
  });

  test('not by a name that several tools have', async () => {
    const registry = await registryWith([['git'], ['fs']]);
    expect(() => registry.getTool('status')).toThrow(
      "Tool name 'status' is ambiguous: it may be git.status or fs.status",
    );
    expect(registry.get('status')).toBeNull();
    await expect(registry.execute('status', {})).resolves.toMatchObject({
      success: false,
      error: {code: 'TOOL_NOT_FOUND'},
    });
    await expect(registry.resolveTools(['status'])).rejects.toMatchObject({code: 'TOOL_NOT_FOUND'});
    await registry.cleanup();
  });

  test.each([
    ['git.comit', "Did you mean 'git.commit'?"],
    ['git__comit', "Did you mean 'git.commit'?"],
    ['comit', "Did you mean 'git.commit'?"],
    ['something.else.entirely', 'Search for it: searchTools(text)'],
    ['constructor', 'Search for it: searchTools(text)'],
    ['__proto__', 'Search for it: searchTools(text)'],
    ['', 'Search for it: searchTools(text)'],
  ])('not by %j, and the answer helps', async (name, suggestion) => {
    const registry = await registryWith([['git']]);
    expect(() => registry.getTool(name)).toThrow(
      expect.objectContaining({code: 'TOOL_NOT_FOUND', message: `Tool '${name}' not found`, suggestions: [suggestion]}),
    );
    expect(registry.get(name)).toBeNull();
    const result = await registry.execute(name, {message: 'm'});
    expect(result).toMatchObject({
      success: false,
      error: {code: 'TOOL_NOT_FOUND', outcome: 'not_executed', details: {tool: name, input: {message: 'm'}}},
      metadata: {tool: name, attempts: 0},
    });
    await registry.cleanup();
  });

  test('by nothing that is no text, and execute still answers', async () => {
    const registry = await registryWith([['git']]);
    for (const name of [undefined, null, 7, {}, Symbol('git.commit')]) {
      await expect(registry.execute(name as never, {})).resolves.toMatchObject({
        success: false,
        error: {code: 'TOOL_NOT_FOUND'},
      });
    }
    await registry.cleanup();
  });
});

describe('layers', () => {
  test('decide for a name without a namespace: project before organisation before internal', async () => {
    const warnings: string[] = [];
    const runtime = new Runtime();
    runtime.on('warning', ({message}) => warnings.push(message));
    const registry = await registryWith([['git']], runtime);
    expect(fullName(registry, 'git.commit')).toBe('git.commit');
    await registry.createModule('git', {}, {name: 'acme/tools/git'});
    expect(fullName(registry, 'git.commit')).toBe('acme/tools/git.commit');
    const project = await registry.createModule('git', {}, {name: 'ours/git'});
    expect(fullName(registry, 'git.commit')).toBe('ours/git.commit');
    expect(fullName(registry, 'commit')).toBe('ours/git.commit');
    expect(fullName(registry, 'acme/tools/git.commit')).toBe('acme/tools/git.commit');
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toContain("Modules 'acme/tools/git' and 'git' have one name");

    await registry.createModule('git', {}, {name: 'theirs/git'});
    expect(() => registry.getTool('git.commit')).toThrow(
      expect.objectContaining({context: {candidates: ['ours/git.commit', 'theirs/git.commit']}}),
    );
    await registry.destroyModule('theirs/git');
    await registry.destroyModule(project);
    expect(fullName(registry, 'git.commit')).toBe('acme/tools/git.commit');
    await registry.cleanup();
  });
});

describe('function names', () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9_.:@-]{1,40}$/);
  const anyName = fc.oneof(
    fc.tuple(segment, segment).map((parts) => parts.join('.')),
    fc.tuple(segment, segment, segment).map(([ns, module, tool]) => `${ns}/${module}.${tool}`),
    fc.string({minLength: 1, unit: 'binary'}),
  );

  test('are readable where the name allows it', () => {
    expect(toFunctionName('git.commit')).toBe('git__commit');
    expect(toFunctionName('file_system.read_file')).toBe('file_system__read_file');
    expect(fromFunctionName('git__commit')).toBe('git.commit');
  });

  test('fit every function-calling API', () => {
    fc.assert(fc.property(anyName, (name) => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(toFunctionName(name))));
  });

  test('lead back to the name they came from', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, {minLength: 1, maxLength: 20}), (names) => {
        for (const name of names) expect(fromFunctionName(toFunctionName(name), names)).toBe(name);
      }),
    );
  });

  test('are never shared by two names', () => {
    const confusable = fc.stringMatching(/^[ab_.:/-]{1,12}$/);
    fc.assert(
      fc.property(confusable, confusable, (a, b) => a === b || toFunctionName(a) !== toFunctionName(b)),
      {numRuns: 2000},
    );
    const hashed = toFunctionName('a/b.c');
    expect(toFunctionName(hashed)).not.toBe(hashed);
  });

  test('without a list of names lead back only where nothing was shortened', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const back = fromFunctionName(toFunctionName(name));
        return back === undefined || back === name;
      }),
    );
  });

  test('are taken by the registry in place of the name, shortened ones too', async () => {
    const registry = await registryWith([
      ['git', 'acme/git'],
      ['git', 'a'.repeat(60)],
    ]);
    for (const tool of registry.list()) {
      const {name} = tool.getMetadata();
      expect(registry.getTool(toFunctionName(name))).toBe(tool);
    }
    await registry.cleanup();
  });
});
