import {readdir} from 'node:fs/promises';
import {describe, expect, test} from '@jest/globals';
import type {ToolExample} from '../../src/contract/metadata.js';
import {useTempFolders} from '../support/temp-folder.js';
import {shipped} from './config.js';

const tempFolder = useTempFolders();
/** Configs of what has to be there first: their own tests hold them to the same, and run their examples (run-examples.ts). */
const elsewhere = new Set(['sales-reports', 'github', 'countries', 'weather', 'mcp-filesystem', 'mcp-memory', 's3']);
const names = (await readdir('configs'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .filter((name) => !elsewhere.has(name));

const filesOf = ({setup}: ToolExample): Record<string, string> => (setup?.['files'] ?? {}) as Record<string, string>;

describe.each(names)('configs/%s.json', (name) => {
  const values = name === 'axios' ? {baseURL: 'http://127.0.0.1:1'} : {};

  test('says of every tool what a planner needs, and what it answers', async () => {
    const {tools} = (await shipped(name, values)).getMetadata();
    for (const tool of Object.values(tools)) {
      expect(tool.description.length).toBeGreaterThan(20);
      expect(tool.source).toBe('config');
      expect(typeof tool.planning.idempotent).toBe('boolean');
    }
  });

  test('has examples that do what they say', async () => {
    const {tools} = (await shipped(name, values)).getMetadata();
    for (const {tool, examples} of Object.values(tools)) {
      for (const example of examples) {
        const basePath = await tempFolder(filesOf(example));
        const module = await shipped(name, {basePath, ...values});
        const result = await module.getTool(tool).execute(example.input as object as Record<string, unknown>);
        expect({tool, result}).toMatchObject({tool, result: {success: true}});
        if (example.output !== undefined && result.success) expect(result.data).toEqual(example.output);
        await module.cleanup();
      }
    }
  });
});
