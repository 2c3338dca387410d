import {describe, expect, test} from '@jest/globals';
import {compileTools, describedBy, examples, github, inSample} from './openapi-corpus.js';

describe('descriptions of real life', () => {
  test('of @readme/oas-examples all import, and schemas of their tools compile', async () => {
    const files = await examples();
    expect(files.length).toBeGreaterThan(120);
    const broken: string[] = [];
    let tools = 0;
    for (const file of files) {
      const found = await describedBy(file);
      // What is left out, for a reason that nothing can be done about here, is deprecated or at a server of its own.
      const unexpected = found.leftOut.filter(({reason}) => !/^It is deprecated|^Its own server/.test(reason));
      broken.push(...unexpected.map(({name, reason}) => `${file}: ${name}: ${reason}`));
      // The two spellings of one description give the same: JSON is compiled here, YAML in the soak.
      if (file.endsWith('.json')) broken.push(...compileTools(file, found.tools.filter(inSample(6))));
      tools += found.tools.length;
    }
    expect(broken).toEqual([]);
    expect(tools).toBeGreaterThan(1000);
  });

  test('of GitHub give a tool for each operation that is not deprecated', async () => {
    const {tools, leftOut, baseURL} = await github();
    expect(baseURL).toBe('https://api.github.com');
    expect(tools.length).toBeGreaterThan(1000);
    const others = leftOut.filter(({reason}) => !reason.startsWith('It is deprecated'));
    expect(others.map(({name, reason}) => [name, reason.slice(0, 41)])).toEqual([
      ['POST /repos/{owner}/{repo}/releases/{release_id}/assets', 'Its own server https://uploads.github.com'],
    ]);
    expect(compileTools('github', tools.filter(inSample(60)))).toEqual([]);
    const create = tools.find(({name}) => name === 'issuesCreate');
    expect(Object.keys(create?.input.properties ?? {})).toEqual(
      expect.arrayContaining(['owner', 'repo', 'title', 'body']),
    );
  });
});
