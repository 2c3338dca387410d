import type {Effects, Guard, Session} from '../connections/session.js';

/** Runs a statement of our own that answers no rows anybody wants; answers its tag. */
export async function control(
  session: Session,
  text: string,
  guard: Guard,
  effects: Effects = 'none',
): Promise<string | undefined> {
  const {tag} = await session.run({text, values: [], maxRows: Infinity, effects}, guard);
  return tag;
}
