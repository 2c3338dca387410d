import {nearest} from '../../contract/nearest.js';
import type {Command} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {moduleOf} from '../module-of.js';
import {toolColumns, toolRow, toolSummary} from '../tool-rows.js';
import {usageError} from '../usage-error.js';
import {withSession} from '../with-session.js';

export const tools: Command = {
  name: 'tools',
  summary: 'List the tools that can be called',
  arguments: [{name: 'MODULE', description: 'only the tools of this module', optional: true}],
  details: ['CHANGES says whether a tool changes something, and whether a call can be taken back.'],
  examples: ['haft tools', 'haft tools git', 'haft tools --config haft.config.json --json'],
  run: (invocation) =>
    withSession(invocation, async (session) => {
      const {output, argument} = invocation;
      const module = argument('MODULE');
      if (module !== undefined && !session.modules.includes(module)) {
        const near = nearest(module, session.modules);
        const hint = near === undefined ? `Modules are ${session.modules.join(', ')}` : `Did you mean '${near}'?`;
        throw usageError(`There is no module '${module}'`, hint);
      }
      const records = session.records().filter((record) => module === undefined || moduleOf(record) === module);
      if (output.json) output.document({tools: records.map(toolSummary)});
      else output.table(toolColumns, records.map(toolRow));
      return exitCodes.ok.code;
    }),
};
