import type {Command} from '../command.js';
import {describeTool} from '../describe-tool.js';
import {exitCodes} from '../exit-codes.js';
import {withSession} from '../with-session.js';

export const describe: Command = {
  name: 'describe',
  summary: 'Tell everything about a tool: input, output, errors, examples',
  arguments: [{name: 'TOOL', description: 'name of a tool, such as fs.read'}],
  details: ['With --json the whole metadata record of the tool is printed.'],
  examples: ['haft describe fs.read', 'haft describe git.commit --json'],
  run: (invocation) =>
    withSession(invocation, async (session) => {
      const {output, argument} = invocation;
      const record = session.find(argument('TOOL') ?? '');
      if (output.json) output.document(record);
      else describeTool(record, output);
      return exitCodes.ok.code;
    }),
};
