import {readFileSync} from 'node:fs';
import {dirname, relative, resolve} from 'node:path';
import {expect, test} from '@jest/globals';
import ts from 'typescript';

/** Every file that is loaded with one, as far as imports that stand at its head tell. */
function loadedWith(start: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
    for (const statement of source.statements) {
      const isImport = ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === undefined;
      if (!isImport && !(ts.isExportDeclaration(statement) && !statement.isTypeOnly)) continue;
      const specifier = statement.moduleSpecifier;
      if (!specifier || !ts.isStringLiteral(specifier)) continue;
      if (specifier.text.startsWith('.')) visit(resolve(dirname(file), specifier.text.replace(/\.js$/, '.ts')));
      else loaded.add(specifier.text);
    }
  };
  visit(resolve(start));
  return new Set([...loaded].map((file) => (file.startsWith('/') ? relative(process.cwd(), file) : file)));
}

const rooms = (files: Iterable<string>): string[] =>
  [...new Set([...files].map((file) => /^(?:src\/)?[^/]+/.exec(file)?.[0] ?? file))].sort();

test('the command starts with the tables of its commands, and with no room of haft beside the words', () => {
  const files = loadedWith('src/cli/main.ts');

  expect(rooms([...files].filter((file) => !file.startsWith('node:')))).toEqual([
    'src/cli',
    'src/contract',
    'src/shipped',
  ]);
  expect(
    [...files].filter((file) => /^src\/cli\/(?:actions|project|demo|answers|init|completion)\//.test(file)),
  ).toEqual([]);
});

test('a key for completion loads no room beside the words, once the names are kept', () => {
  const files = loadedWith('src/cli/actions/completion.ts');

  expect(rooms([...files].filter((file) => !file.startsWith('node:')))).toEqual([
    'src/cli',
    'src/contract',
    'src/shipped',
  ]);
});
