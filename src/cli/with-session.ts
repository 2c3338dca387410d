import type {Invocation} from './command.js';
import type {Session} from './project/session.js';

/**
 * Runs something with the modules of the command line's config, and ends them whatever happens. What they are made of is
 * loaded only now: `haft --help` answers at once. `tool` is the one that is wanted, if it is only one.
 */
export async function withSession<T>(
  invocation: Invocation,
  use: (session: Session) => Promise<T>,
  tool?: string,
): Promise<T> {
  const {Session} = await import('./project/session.js');
  const session = await Session.forCommand(invocation, tool);
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
