import type {Runtime} from '../../src/sdk.js';

/** What knows the secrets that a program may write. */
export type Secrets = Pick<Runtime['redactor'], 'text' | 'torn' | 'conceal'>;

/** Where there are none. */
export const noSecrets: Secrets = {text: String, torn: String, conceal: (value) => value};
