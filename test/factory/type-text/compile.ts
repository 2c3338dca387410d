import {join, resolve} from 'node:path';
import ts from 'typescript';

const folder = resolve('test/factory/type-text');

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  // What only names of these are for is of no interest here, and costs seconds.
  types: [],
  lib: ['lib.es2022.d.ts'],
  paths: {haft: [resolve('test/types/written-types.ts')]},
};

/** Files that were parsed for a compilation before. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What a strict compiler says about texts, by the names of their files; only these are looked at. */
export function compile(texts: Readonly<Record<string, string>>): string[] {
  const own = new Map(Object.entries(texts).map(([name, text]) => [join(folder, name), text]));
  const host = ts.createCompilerHost(options);
  const {getSourceFile, fileExists, readFile} = host;
  host.fileExists = (name) => own.has(name) || fileExists(name);
  host.readFile = (name) => own.get(name) ?? readFile(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = own.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, language);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, language, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([...own.keys()], options, host);
  return [...own.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({messageText, start}) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${name.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}
