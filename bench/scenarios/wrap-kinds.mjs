import {file} from './file.mjs';

const kinds = ['rest', 'cli', 'sql', 'mcp'];
const contestant = (kind, way, name) => ({name, file: file('haft/wrap-kinds.mjs'), variant: {kind, way}});

export const wrapKinds = {
  title: 'a tool of a config beside the tool of the module that it stands on',
  unit: 'call',
  ms: 30,
  rounds: 40,
  floors: kinds.map((kind) => `${kind}, module`),
  contestants: kinds.flatMap((kind) => [
    contestant(kind, 'byHand', `${kind}, module`),
    contestant(kind, 'byConfig', `${kind}, config`),
  ]),
};
