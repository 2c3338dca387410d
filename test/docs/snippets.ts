import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';

/** A fenced block of a page, and the output that the page says it has. */
export interface Snippet {
  /** Page and line, for the name of the test. */
  readonly where: string;
  readonly language: string;
  readonly code: string;
  /** Text of a ```text block right after it. */
  readonly output: string | undefined;
}

const fence = /^```([a-z]*)[^\n]*\n([\s\S]*?)^```$/gm;

/** Every fenced block of a page, in order. */
export function snippetsOf(page: string, text: string): Snippet[] {
  const blocks = [...text.matchAll(fence)];
  return blocks.flatMap((block, index) => {
    const [whole, language = '', code = ''] = block;
    if (language === 'text') return [];
    const next = blocks[index + 1];
    const between = next ? text.slice(block.index + whole.length, next.index).trim() : '-';
    const output = next?.[1] === 'text' && between === '' ? next[2] : undefined;
    const line = text.slice(0, block.index).split('\n').length;
    return [{where: `${page}:${String(line)}`, language, code, output}];
  });
}

/** README.md and every page of docs/. */
export function pages(root: string): {page: string; text: string}[] {
  const docs = readdirSync(join(root, 'docs'), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(root, 'docs', file));
  return [join(root, 'README.md'), ...docs.sort()].map((file) => ({
    page: relative(root, file),
    text: readFileSync(file, 'utf8'),
  }));
}
