import {file} from './file.mjs';

const search = (tools, indexed) => ({file: file('haft/search.mjs'), variant: {tools, indexed}});

export const searchTools = {
  title: 'finding ten tools by two words',
  unit: 'search',
  rounds: 20,
  floors: ['scan of 10,000 texts'],
  contestants: [
    {name: 'scan of 10,000 texts', ...search(10_000, false)},
    {name: 'haft search, 10,000 tools', ...search(10_000, true)},
    {name: 'haft search, 100,000 tools', ...search(100_000, true)},
  ],
};
