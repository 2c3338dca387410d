import type {Runtime} from '../../../src/sdk.js';
import type {HttpSettings} from '../settings.js';
import {isSecretName, secretParts} from './secret-names.js';

/** Makes what of the config is secret known to the redactor (HT09). */
export function tellSecrets({credentials, headers}: HttpSettings, redactor: Runtime['redactor']): void {
  if (credentials.kind === 'fixed') {
    for (const secret of [credentials.secret, credentials.authorization.replace(/^\w+ /, '')]) redactor.add(secret);
  }
  for (const [name, value] of Object.entries(headers)) {
    // Known for as long as the runtime lives and in all that is answered: no short words.
    if (isSecretName(name)) for (const part of secretParts(value, 8)) redactor.add(part);
  }
}
