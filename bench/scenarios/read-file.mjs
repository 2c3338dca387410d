import {file} from './file.mjs';

export const readFile = {
  title: 'reading a file of 4 KB as text',
  unit: 'file',
  floors: ['fs/promises.readFile'],
  contestants: [
    {name: 'fs/promises.readFile', file: file('haft/read-file.mjs'), variant: 'node'},
    {name: 'haft fs.read', file: file('haft/read-file.mjs'), variant: 'haft'},
  ],
};
