import type {ExchangeOptions} from './exchange.js';
import {closeMessages, describeMessages, flushMessage, runMessages, syncMessage} from './messages.js';
import type {Prepared} from './prepared-statements.js';
import type {SessionStatement} from './session.js';

/** What is said to run a statement, and to let the server forget the names that are not used any more. */
export function askFor(
  {text, values, maxRows, effects}: SessionStatement,
  unused: readonly string[] = [],
  prepared?: Prepared,
): ExchangeOptions {
  const {name, columns: fields, said} = prepared ?? {};
  const hold = effects === 'held';
  const isSame = said?.maxRows === maxRows && said.hold === hold && values.length === 0 && unused.length === 0;
  if (isSame) return said;
  const messages = runMessages({text, values, maxRows, name, isKnown: fields !== undefined});
  const asked = {bytes: inOnePiece([...closeMessages(unused), ...messages], hold), hold, maxRows, fields};
  if (prepared && fields && values.length === 0 && unused.length === 0) prepared.said = asked;
  return asked;
}

/** What is said to learn the types of a statement's parameters. */
export const askForTypes = (text: string, unused: readonly string[] = []): ExchangeOptions => ({
  bytes: inOnePiece([...closeMessages(unused), ...describeMessages(text)], false),
  describes: true,
});

/** One write costs one call of the system. */
const inOnePiece = (messages: readonly Uint8Array[], hold: boolean): Uint8Array =>
  Buffer.concat([...messages, hold ? flushMessage : syncMessage]);
