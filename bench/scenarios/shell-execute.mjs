import {file} from './file.mjs';

export const shellExecute = {
  title: 'a program that says a word',
  unit: 'program',
  rounds: 40,
  ms: 20,
  floors: ['execa'],
  contestants: [
    {name: 'execa', file: file('haft/shell-execute.mjs'), variant: 'execa'},
    {name: 'haft shell.execute', file: file('haft/shell-execute.mjs'), variant: 'haft'},
  ],
};
