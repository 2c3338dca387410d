import {nearest} from '../../contract/nearest.js';
import type {Invocation} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {moduleOf} from '../module-of.js';
import {toolColumns, toolRow, toolSummary} from '../tool-rows.js';
import {usageError} from '../usage-error.js';
import {withSession} from '../with-session.js';

export const listTools = (invocation: Invocation): Promise<number> =>
  withSession(invocation, async (session) => {
    const {output, argument} = invocation;
    const module = argument('MODULE');
    if (module !== undefined && !session.modules.includes(module)) {
      const near = nearest(module, session.modules);
      const hint = near === undefined ? `Modules are ${session.modules.join(', ')}` : `Did you mean '${near}'?`;
      throw usageError(`There is no module '${module}'`, hint);
    }
    await session.discover(module);
    const records = session.records().filter((record) => module === undefined || moduleOf(record) === module);
    if (output.json) output.document({tools: records.map(toolSummary)});
    else output.table(toolColumns, records.map(toolRow));
    return exitCodes.ok.code;
  });
