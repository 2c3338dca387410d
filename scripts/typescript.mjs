// Lets Node 20 run a .ts example as it stands: `node --import ./scripts/typescript.mjs examples/x.ts`.
// Newer versions of Node strip types by themselves and need no such help.
import {register} from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
