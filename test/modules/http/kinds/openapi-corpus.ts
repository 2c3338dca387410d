import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {compileDocument} from '../../../../modules/http/kinds/openapi/compile-document.js';
import type {CompiledDocument, CompiledTool} from '../../../../modules/http/kinds/openapi/compile-document.js';
import {readFiles} from '../../../../modules/http/kinds/openapi/read-files.js';
import {ToolSchemas} from '../../../../src/core/tool-schemas.js';
import {compileSchema} from '../../../../src/schema/compile.js';
import {jsonSchema} from '../../../../src/sdk.js';

const folder = 'node_modules/@readme/oas-examples';

/** Every description of the package. */
export async function examples(): Promise<readonly string[]> {
  const files = await readdir(folder, {recursive: true});
  return files.filter((file) => /^\d\.\d\/.*\.(json|yaml)$/.test(file)).map((file) => join(folder, file));
}

export async function describedBy(path: string): Promise<CompiledDocument> {
  return compileDocument(await readFiles(path), {outputs: 'check'});
}

export const github = async (): Promise<CompiledDocument> =>
  describedBy('node_modules/@octokit/openapi/generated/api.github.com.json');

/** What went wrong when the schemas of tools were compiled, as a call would. */
export function compileTools(file: string, tools: readonly CompiledTool[]): string[] {
  return tools.flatMap(({name, input, output}) => {
    try {
      const schemas = new ToolSchemas(jsonSchema(input), output && jsonSchema(output));
      compileSchema(schemas.input.schema);
      if (schemas.output) compileSchema(schemas.output.schema);
      return [];
    } catch (thrown) {
      return [`${file}: ${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`];
    }
  });
}

/** Picks so many of a list, spread over it. */
export const inSample =
  (size: number) =>
  (_one: unknown, index: number, all: readonly unknown[]): boolean =>
    index % Math.max(1, Math.ceil(all.length / size)) === 0;
