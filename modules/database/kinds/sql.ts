import {isRecord, ToolError} from '../../../src/sdk.js';
import type {WrapKind, WrapProblem, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {bindTool} from './sql/bound-tool.js';
import {checkTools} from './sql/check-tools.js';
import {namedFailure} from './sql/named-failure.js';
import {openDatabase} from './sql/open-database.js';
import {readAnswer} from './sql/read-answer.js';
import {refineTools} from './sql/refine-tools.js';

/** Wraps a Postgres database: a statement a tool, its parameters as input, read-only by the server unless it says otherwise. */
export const sqlKind: WrapKind = {type: 'sql', check, connect};

function check(config: Readonly<Record<string, unknown>>, report: (problem: WrapProblem) => void): void {
  const database = isRecord(config['database']) ? config['database'] : {};
  // What a runtime value fills may be empty.
  const named = Object.entries(database).filter(([, value]) => value !== false && !isDirective(value));
  if (named.length > 1) {
    const path = `database.${named[1]?.[0] ?? ''}`;
    const message = `Several databases are named: ${named.map(([key]) => key).join(', ')}`;
    report({path, message, remedy: 'Leave all but one of them out'});
  }
  checkTools(config, report);
}

const isDirective = (value: unknown): boolean => isRecord(value) && ('$config' in value || '$env' in value);

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const {database, inMemory} = openDatabase(setup);
  const tools = new Map(Object.entries(setup.tools).map(([name, tool]) => [name, bindTool(name, tool, setup)]));
  const asks = (setup.config['describe'] ?? !inMemory) === true;
  return {
    wrapped: database,
    call: async ({tool: name, values}, call) => {
      const tool = tools.get(name);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${name} is not bound`);
      try {
        const answer = await database.statement(tool.statement(values), call);
        const notice = database.takeNotice();
        if (notice !== undefined) call.warn(notice);
        return readAnswer(answer, tool);
      } catch (thrown) {
        throw namedFailure(thrown, tool);
      }
    },
    refine: () => refineTools([...tools.values()], database, {setup, asks}),
    close: () => database.close(),
    check: () => database.check(),
  };
}
