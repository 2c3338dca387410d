import {expect, test} from '@jest/globals';
import {compileTools, describedBy, examples, github} from '../modules/http/kinds/openapi-corpus.js';

test('every schema of every tool of @readme/oas-examples compiles', async () => {
  const broken: string[] = [];
  for (const file of await examples()) broken.push(...compileTools(file, (await describedBy(file)).tools));
  expect(broken).toEqual([]);
}, 600_000);

test('every schema of every tool of GitHub compiles', async () => {
  expect(compileTools('github', (await github()).tools)).toEqual([]);
}, 600_000);
