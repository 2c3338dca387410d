// The loader hook behind typescript.mjs: types are removed, nothing is checked (`npm run check:types` does).
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import ts from 'typescript';

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
  inlineSourceMap: true,
};

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const fileName = fileURLToPath(url);
  const {outputText} = ts.transpileModule(await readFile(fileName, 'utf8'), {compilerOptions, fileName});
  return {format: 'module', source: outputText, shortCircuit: true};
}
