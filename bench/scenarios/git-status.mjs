import {file} from './file.mjs';

export const gitStatus = {
  title: 'the status of a small repository',
  unit: 'status',
  rounds: 20,
  floors: ["simple-git's own status"],
  contestants: [
    {name: "simple-git's own status", file: file('haft/git-status.mjs'), variant: 'simple-git'},
    {name: 'haft git.status', file: file('haft/git-status.mjs'), variant: 'haft'},
  ],
};
