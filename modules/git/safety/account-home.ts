import {homedir} from 'node:os';

/** The home directory of the account, for what works with its keys and helpers. */
export const accountHome = (): string => process.env['HOME'] ?? homedir();
