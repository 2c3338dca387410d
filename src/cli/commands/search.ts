import type {Command} from '../command.js';
import {exitCodes} from '../exit-codes.js';
import {toolColumns, toolRow, toolSummary} from '../tool-rows.js';
import {withSession} from '../with-session.js';

export const search: Command = {
  name: 'search',
  summary: 'Find tools by what they do, the best first',
  arguments: [{name: 'TEXT', description: 'words: what should be done, or with what', rest: true}],
  options: {limit: {type: 'integer', short: 'n', value: 'N', minimum: 1, description: 'How many at most; default 10'}},
  examples: ['haft search read a file', 'haft search commit -n 3 --json'],
  run: (invocation) =>
    withSession(invocation, async (session) => {
      const {output, argument, options} = invocation;
      const text = argument('TEXT') ?? '';
      const found = session.registry.searchTools(text, {limit: options.integer('limit') ?? 10});
      if (output.json) output.document({tools: found.map((match) => ({...toolSummary(match), score: match.score}))});
      else if (found.length > 0) output.table(toolColumns, found.map(toolRow));
      else output.note(`No tool fits '${text}'; haft tools lists all of them`);
      return exitCodes.ok.code;
    }),
};
