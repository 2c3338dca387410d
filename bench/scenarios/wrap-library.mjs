import {file} from './file.mjs';

const tool = (name, way, what) => ({name, file: file('haft/wrap-library.mjs'), variant: {way, what}});

export const wrapLibrary = {
  title: 'a function of a library as a tool, by hand or by a config',
  unit: 'call',
  floors: ['defineTool', 'defineTool, answers a promise'],
  contestants: [
    tool('defineTool', 'hand', 'function'),
    tool('config', 'config', 'function'),
    tool('defineTool, answers a promise', 'hand', 'promise'),
    tool('config, answers a promise', 'config', 'promise'),
  ],
};
