import {parseArgs} from 'node:util';

const flags = {
  only: {type: 'string', multiple: true},
  rounds: {type: 'string'},
  ms: {type: 'string'},
  peers: {type: 'boolean', default: true},
  json: {type: 'boolean', default: false},
  help: {type: 'boolean', default: false},
};

export const usage = (names) => `usage: npm run bench -- [options]

  --only SCENARIO  one of ${names.join(', ')}; may be given again; default: all
  --rounds N       paired rounds of each scenario
  --ms N           ms that a contestant runs in a round
  --no-peers       leave other libraries out
  --json           print JSON`;

/** The options of a run, or `{problem}`. */
export function parseOptions(args, names) {
  let values;
  try {
    values = parseArgs({args, options: flags, allowNegative: true}).values;
  } catch (error) {
    return {problem: error.message};
  }
  const only = values.only ?? names;
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) return {problem: `There is no scenario ${unknown}`};
  const numbers = {};
  for (const name of ['rounds', 'ms']) {
    if (values[name] === undefined) continue;
    numbers[name] = Number(values[name]);
    if (!(Number.isInteger(numbers[name]) && numbers[name] > 0))
      return {problem: `--${name} must be an integer above 0, received ${values[name]}`};
  }
  return {only, peers: values.peers, json: values.json, help: values.help, ...numbers};
}
