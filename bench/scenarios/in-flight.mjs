import {file} from './file.mjs';

export const inFlight = {
  title: 'calls of a tool that waits for the event loop',
  unit: 'call',
  floors: ['one at a time'],
  contestants: [
    {name: 'one at a time', file: file('haft/in-flight-calls.mjs'), variant: 1},
    {name: '100 in flight', file: file('haft/in-flight-calls.mjs'), variant: 100},
  ],
};
