import {createContext, Script} from 'node:vm';
import {safeRead} from '../../contract/native-errors.js';
import {ExpressionLimit, expressionBounds} from './limits.js';

const call = new Script('work()');

/** What `work` answers at once; it is ended when it holds the process, as a pattern can for a long text. */
export function timed<T>(what: string, work: () => T): T {
  try {
    return call.runInContext(createContext({work}), {timeout: expressionBounds.hold}) as T;
  } catch (error) {
    if (safeRead(error, 'code') !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ExpressionLimit(`${what} took more than ${String(expressionBounds.hold)} ms at once`);
  }
}
