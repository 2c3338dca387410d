import type {Command} from './command.js';
import {call} from './commands/call.js';
import {check} from './commands/check.js';
import {completion} from './commands/completion.js';
import {demo} from './commands/demo.js';
import {describe} from './commands/describe.js';
import {help} from './commands/help.js';
import {importCommand} from './commands/import.js';
import {init} from './commands/init.js';
import {modules} from './commands/modules.js';
import {search} from './commands/search.js';
import {tools} from './commands/tools.js';
import {types} from './commands/types.js';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  tools,
  modules,
  describe,
  search,
  call,
  init,
  check,
  importCommand,
  types,
  demo,
  completion,
  help,
];
