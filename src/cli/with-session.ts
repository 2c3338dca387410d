import type {Invocation} from './command.js';
import {Session} from './project/session.js';

/** Runs something with the modules of the command line's config, and ends them whatever happens. */
export async function withSession<T>(invocation: Invocation, use: (session: Session) => Promise<T>): Promise<T> {
  const session = await Session.forCommand(invocation);
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
