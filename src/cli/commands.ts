import type {Command} from './command.js';
import {call} from './commands/call.js';
import {check} from './commands/check.js';
import {demo} from './commands/demo.js';
import {describe} from './commands/describe.js';
import {help} from './commands/help.js';
import {search} from './commands/search.js';
import {tools} from './commands/tools.js';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [tools, describe, search, call, check, demo, help];
