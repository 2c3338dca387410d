import {nearest} from '../contract/nearest.js';

/** What is wrong with a name that is no input of a tool which takes no others. */
export function unknownInput(name: string, inputs: readonly string[]): {message: string; remedy: string} {
  const near = nearest(name, inputs);
  const known = inputs.length === 0 ? 'The tool takes no input' : `Inputs are ${inputs.join(', ')}`;
  return {message: `There is no input "${name}"`, remedy: near === undefined ? known : `Did you mean "${near}"?`};
}
