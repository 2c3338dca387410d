import {nearest} from '../../contract/nearest.js';
import type {Invocation} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {leftOutNote} from '../left-out.js';
import {moduleOf} from '../module-of.js';
import {toolColumns, toolRow, toolSummary} from '../tool-rows.js';
import {usageError} from '../usage-error.js';
import {withSession} from '../with-session.js';

export const listTools = (invocation: Invocation): Promise<number> =>
  withSession(invocation, async (session) => {
    const {output, argument, options} = invocation;
    const module = argument('MODULE');
    if (module !== undefined) session.assertUsable(module);
    if (module !== undefined && !session.modules.includes(module)) {
      const near = nearest(module, session.modules);
      const hint = near === undefined ? `Modules are ${session.modules.join(', ')}` : `Did you mean '${near}'?`;
      throw usageError(`There is no module '${module}'`, hint);
    }
    await session.discover(module);
    const records = session.records().filter((record) => module === undefined || moduleOf(record) === module);
    const leftOut = [...session.leftOut()].filter(([name]) => module === undefined || name === module);
    if (output.json) {
      const missing = Object.fromEntries(leftOut);
      output.document({tools: records.map(toolSummary), ...(leftOut.length > 0 && {leftOut: missing})});
    } else {
      output.table(toolColumns, records.map(toolRow));
      for (const [name, missing] of leftOut) {
        for (const line of leftOutNote(name, missing, options.flag('verbose'))) output.note(line);
      }
    }
    return exitCodes.ok.code;
  });
