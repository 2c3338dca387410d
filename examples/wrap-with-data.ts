// A person wraps a library, and a program, with data: no code, and the same contract as every other tool.
import {ModuleFactory} from 'haft';

const money = await ModuleFactory.createFromConfig(
  'money',
  {
    type: 'npm_library',
    module: 'decimal.js',
    description: 'Exact decimal numbers',
    tools: {
      amount: {
        description: 'Make an amount from text',
        method: 'Decimal',
        construct: true,
        input: {value: 'string'},
        args: ['{value}'],
        returns: {handle: 'amount'},
      },
      plus: {
        description: 'Add to an amount',
        on: 'amount',
        method: 'plus',
        input: {value: 'string'},
        args: ['{value}'],
        returns: {handle: 'amount'},
      },
      show: {
        description: 'Write an amount with so many digits',
        on: 'amount',
        method: 'toFixed',
        input: {digits: 'integer'},
        args: ['{digits}'],
        output: 'string',
      },
    },
  },
  {},
  {allow: ['decimal.js']},
);

const node = await ModuleFactory.createFromConfig(
  'node',
  {
    type: 'cli',
    command: 'node',
    tools: {version: {description: 'Which Node this is', args: ['--version'], parse: 'text'}},
  },
  {},
  {allow: ['node']},
);

try {
  let sum = await money.amount({value: '0'});
  for (const value of ['0.1', '0.2', '19.90']) sum = await money.plus({amount: sum, value});
  console.log('sum:', await money.show({amount: sum, digits: 2}));

  // @ts-expect-error -- the compiler knows that digits is a number; a model that calls does not
  const refused = await money.getTool('show').execute({amount: sum, digits: 'two'});
  console.log(refused.success ? '' : `${refused.error.code}: ${refused.error.message}`);

  console.log('node:', (await node.getTool('version').execute({})).success);
} finally {
  await money.cleanup();
  await node.cleanup();
}
