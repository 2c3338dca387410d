import {file} from './file.mjs';

const contestant = (name) => ({name, file: file('haft/load-config.mjs'), variant: name});

export const loadConfig = {
  title: 'a config of five tools is checked, and becomes a module that is cleaned up',
  unit: 'config',
  rounds: 30,
  floors: ['empty module'],
  contestants: ['empty module', 'config, checked', 'config, made'].map(contestant),
};
