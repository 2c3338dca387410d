import {file} from './file.mjs';

const contestant = (name) => ({name, file: file('haft/create-module.mjs'), variant: name});

export const createModule = {
  title: 'a module is made and cleaned up, its vendor imported before',
  unit: 'module',
  rounds: 30,
  floors: ['empty module'],
  contestants: ['empty module', 'fs', 'git', 'http', 'db', 'shell'].map(contestant),
};
