import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import type {Outputs} from './answers.js';
import type {CompileOptions} from './compile-document.js';
import {textsOf} from './operation.js';

/** What a config says of how its description is taken. */
export function compileOptions(setup: WrapSetup, baseURL: string | undefined): CompileOptions {
  const {config} = setup;
  const variables = setup.template(config['serverVariables'] ?? {}).fill({});
  return {
    baseURL,
    serverVariables: Object.fromEntries(
      Object.entries(isRecord(variables) ? variables : {}).map(([name, value]) => [name, String(value)]),
    ),
    include: config['include'] === undefined ? undefined : textsOf(config['include']),
    exclude: textsOf(config['exclude']),
    deprecated: config['deprecated'] === true,
    outputs: config['outputs'] as Outputs | undefined,
    allowHosts: textsOf(config['allowHosts']),
  };
}
