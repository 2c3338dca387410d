import {errorEntry} from '../contract/error-codes.js';

/** Every exit code of `haft`: printed by `haft help`, and held against the docs by a test. */
export const exitCodes = Object.freeze({
  ok: {code: 0, meaning: 'it worked'},
  failed: {
    code: 1,
    meaning: 'the call was made and failed, was refused by a policy, or the demo missed an expectation',
  },
  usage: {code: 2, meaning: 'the command line or the input is wrong; nothing was called'},
  config: {code: 3, meaning: 'the config is wrong or is not there; nothing was called'},
  fault: {code: 70, meaning: 'a fault of haft itself; HAFT_DEBUG=1 shows where'},
  interrupted: {code: 130, meaning: 'ended by Ctrl-C; what was running was cancelled'},
});

type ExitName = keyof typeof exitCodes;

/** Error codes whose exit code does not follow from their class. */
const byCode: Readonly<Record<string, ExitName>> = {
  TOOL_NOT_FOUND: 'usage',
  MODULE_NOT_FOUND: 'usage',
  PROVIDER_NOT_FOUND: 'config',
  INVALID_CONFIG: 'config',
  INTERNAL_ERROR: 'fault',
};

/** The exit code for an error of the code table; input counts as wrong only where nothing was done. */
export function exitCodeOf(error: {readonly code: string; readonly outcome?: string | undefined}): number {
  const special = Object.hasOwn(byCode, error.code) ? byCode[error.code] : undefined;
  if (special) return exitCodes[special].code;
  const isInput = errorEntry(error.code)?.class === 'input' && error.outcome === 'not_executed';
  return exitCodes[isInput ? 'usage' : 'failed'].code;
}
