import {buildTools} from './build-tools.mjs';
import {call} from './call.mjs';
import {gitStatus} from './git-status.mjs';
import {inFlight} from './in-flight.mjs';
import {readFile} from './read-file.mjs';
import {searchTools} from './search.mjs';
import {start} from './start.mjs';

/** What `npm run bench` measures, by the name that `--only` takes. */
export const scenarios = {
  call,
  'in-flight': inFlight,
  'build-tools': buildTools,
  'read-file': readFile,
  'git-status': gitStatus,
  start,
  search: searchTools,
};
