import {marked} from 'marked';
import {expect, test} from '@jest/globals';
import {shipped} from './config.js';

test('configs/marked.json renders what marked renders', async () => {
  const markdown = await shipped('marked');
  const text = '# Report\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done';

  expect(await markdown.getTool('render').call({markdown: text})).toEqual({html: marked.parse(text)});
  expect(await markdown.getTool('renderInline').call({text: '`code`'})).toEqual({html: '<code>code</code>'});
  expect(await markdown.getTool('render').execute({markdown: 3})).toMatchObject({error: {code: 'TYPE_MISMATCH'}});
});
