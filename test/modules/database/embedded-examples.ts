import {DatabaseModuleDefinition} from '../../../modules/database/index.js';
import {Runtime} from '../../../src/sdk.js';
import type {ToolExample, ToolResult} from '../../../src/sdk.js';
import {bind, promisedCode, promisedData, setupOf} from '../../../src/testing/contract/examples.js';

/**
 * One embedded database for the examples of all tools, emptied before each of them: to start one for every example costs
 * more than all that the examples do.
 */
export class EmbeddedExamples {
  readonly #runtime = new Runtime();
  readonly #db = DatabaseModuleDefinition.create({embedded: 'memory', acquireTimeout: 60_000}, this.#runtime);

  /** Calls what the example needs, and then its tool. */
  async run(tool: string, example: ToolExample): Promise<ToolResult> {
    await this.#empty();
    const db = await this.#db;
    const known: Record<string, unknown> = {};
    for (const step of setupOf(example).steps) {
      const data = await db.getTool(step.tool).call(bind(step.input, known) as Record<string, unknown>);
      if (step.as !== undefined) known[step.as] = data;
    }
    return db.getTool(tool).execute(bind(example.input, known) as Record<string, unknown>);
  }

  async #empty(): Promise<void> {
    const db = await this.#db;
    // The transaction that the last one left open, if there is one, and cursors.
    await db.getTool('rollback').execute({});
    for (const {id} of this.#runtime.handles.list()) await this.#runtime.handles.release(id);
    await db.query('drop schema public cascade');
    await db.query('create schema public');
  }

  async close(): Promise<void> {
    await (await this.#db).cleanup();
    await this.#runtime.close();
  }
}

/** The result that an example promises. */
export function promiseOf(example: ToolExample): object {
  const code = promisedCode(example);
  if (code !== undefined) return {success: false, error: {code}};
  const data = promisedData(example);
  return {success: true, ...(data !== undefined && {data})};
}
