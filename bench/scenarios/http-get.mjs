import {file} from './file.mjs';

const get = (way, width) => ({
  name: width === 1 ? way : `${way}, ${width} in flight`,
  file: file('haft/http-get.mjs'),
  variant: {way, width},
});

export const httpGet = {
  title: 'GET of a small JSON document',
  unit: 'request',
  ms: 30,
  rounds: 60,
  floors: ['axios', 'axios, 50 in flight'],
  contestants: [get('axios', 1), get('haft', 1), get('axios', 50), get('haft', 50)],
};
