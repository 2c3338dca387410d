import {readdir, readFile} from 'node:fs/promises';
import {builtinModules} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import ts from 'typescript';

// dependency-cruiser knows where an import may stand, but not how many files share one package, nor when it is loaded.
const imports = await vendorImports(['src', 'modules']);

describe('a vendor library', () => {
  test('is imported by one file only, its types included; ajv by the schema room', () => {
    const importers = new Map(imports.map(({name}) => [name, imports.filter((one) => one.name === name)]));
    const shared = [...importers].flatMap(([name, found]) => {
      const places = new Set(found.map(({file}) => (name === 'ajv' ? dirname(file) : file)));
      return places.size > 1 ? [`${name}: ${[...places].join(', ')}`] : [];
    });

    expect(importers.size).toBeGreaterThan(3);
    expect(shared).toEqual([]);
  });

  test('is loaded when it is first needed', () => {
    const eager = imports.flatMap(({name, file, when}) => (when === 'import time' ? [`${file}: ${name}`] : []));

    expect(imports.filter(({when}) => when === 'first use')).not.toEqual([]);
    expect(eager).toEqual([]);
  });
});

type VendorImport = {name: string; file: string; when: 'import time' | 'first use' | 'never, a type'};

async function vendorImports(folders: string[]): Promise<VendorImport[]> {
  const found: VendorImport[] = [];
  for (const folder of folders) {
    for (const path of (await readdir(folder, {recursive: true})).sort()) {
      if (!path.endsWith('.ts')) continue;
      const file = join(folder, path);
      const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.ES2022, true);
      source.forEachChild(function visit(node) {
        const [specifier, when] = importOf(node);
        const name = specifier === undefined ? undefined : packageOf(specifier);
        if (name !== undefined && when !== undefined) found.push({name, file, when});
        node.forEachChild(visit);
      });
    }
  }
  return found;
}

function importOf(node: ts.Node): [specifier?: string, when?: VendorImport['when']] {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return [node.moduleSpecifier.text, isType ? 'never, a type' : 'import time'];
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    return [node.moduleSpecifier.text, node.isTypeOnly ? 'never, a type' : 'import time'];
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return [node.argument.literal.text, 'never, a type'];
  }
  if (ts.isCallExpression(node) && isLoader(node.expression)) {
    const [argument] = node.arguments;
    if (argument && ts.isStringLiteral(argument))
      return [argument.text, isAtTopLevel(node) ? 'import time' : 'first use'];
  }
  return [];
}

/** `import`, `require` or `createRequire(…)`: what is called to load a package. */
function isLoader(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isCallExpression(callee))
    return ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire';
  return ts.isIdentifier(callee) && callee.text === 'require';
}

/** Whether something is done by importing the file, in no function. */
function isAtTopLevel(node: ts.Node): boolean {
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isFunctionLike(outer)) return false;
  }
  return true;
}

/** The package of an import; undefined for a file of the house and for Node itself. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|node:)/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
