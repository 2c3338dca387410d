import type {Invocation} from '../command.js';
import {describeTool} from '../describe-tool.js';
import {exitCodes} from '../exit-codes.js';
import {withSession} from '../with-session.js';

export const describeOne = (invocation: Invocation): Promise<number> =>
  withSession(
    invocation,
    async (session) => {
      const {output, argument} = invocation;
      const record = await session.findTool(argument('TOOL') ?? '');
      if (output.json) output.document(record);
      else describeTool(record, output);
      return exitCodes.ok.code;
    },
    invocation.argument('TOOL'),
  );
