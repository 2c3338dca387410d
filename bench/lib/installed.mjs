import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const built = new URL('../../dist/src/sdk.js', import.meta.url);

/** What to do where the package is not built yet. */
export function missingHaft() {
  return existsSync(built) ? undefined : `${fileURLToPath(built)} is missing: run npm run build`;
}

/** What to do where a peer is not installed. */
export function missingPeer(name) {
  const installed = existsSync(new URL(`../node_modules/${name}/package.json`, import.meta.url));
  return installed ? undefined : `${name} is not installed: run npm ci --prefix bench`;
}
