/** Wraps command-line programs by config: `{type: 'cli', command: 'tar', tools: {…}}`. */
export {cliKind} from './kinds/cli.js';
