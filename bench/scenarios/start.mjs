import {file} from './file.mjs';

export const start = {
  title: 'a process from its start to its end',
  unit: 'process',
  rounds: 20,
  floors: ['node -e ""'],
  contestants: [
    {name: 'node -e ""', file: file('haft/start.mjs'), variant: 'empty'},
    {name: 'import haft, fs.read', file: file('haft/start.mjs'), variant: 'haft'},
    {name: 'import haft/modules/filesystem, fs.read', file: file('haft/start.mjs'), variant: 'filesystem'},
  ],
};
