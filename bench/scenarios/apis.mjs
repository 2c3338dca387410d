import {readFileSync} from 'node:fs';
import {file} from './file.mjs';

const lines = (who, api) =>
  readFileSync(new URL(`../apis/${who}/${api}.json`, import.meta.url), 'utf8').split('\n').length - 1;
const contestants = (api) => [
  {name: `UTCP, ${api} (${lines('utcp', api)} lines)`, file: file('peers/utcp.mjs'), variant: api, peer: '@utcp/http'},
  {name: `haft, ${api} (${lines('haft', api)} lines)`, file: file('haft/apis.mjs'), variant: api},
];
const apis = ['notes', 'weather', 'shop'];

export const wrappedApis = {
  title: 'a call of three APIs that a config describes',
  unit: 'call',
  ms: 30,
  rounds: 40,
  floors: apis.map((api) => contestants(api)[0].name),
  contestants: apis.flatMap(contestants),
};
