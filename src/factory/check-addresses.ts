import {isRecord} from '../contract/json.js';
import {addressKind} from '../network/address-kind.js';
import {bareHost} from '../network/private-hosts.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {isAllowed, notAllowed} from './library/module-policy.js';
import type {Permission} from './library/module-policy.js';

type Config = Readonly<Record<string, unknown>>;

/** Names under which clouds give credentials of the machine to whoever asks from there. */
const metadataNames: ReadonlySet<string> = new Set(['metadata.google.internal', 'metadata.goog', 'instance-data']);

/**
 * Reports addresses of the link and of cloud metadata, which a config that is data names and its caller did not allow: what is
 * there are credentials of the machine, and an own server of somebody is not. What a name leads to is looked at when it is
 * connected to.
 */
export function checkAddresses(config: Config, permission: Permission, report: Report): void {
  for (const [path, value] of addressesOf(config)) {
    const host = hostOf(value);
    if (host === undefined || !isMachines(host) || isAllowed(host, permission)) continue;
    report({path, ...notAllowed(host, 'reach', permission), received: JSON.stringify(value)});
  }
}

/** What a config says of where requests go, where it says it itself. */
function addressesOf(config: Config): readonly (readonly [path: string, value: string])[] {
  const inside = (key: string): Config => (isRecord(config[key]) ? config[key] : {});
  const {oauth2} = inside('auth');
  const listed = ['allowHosts', 'allowPrivate'].flatMap((key) =>
    Array.isArray(config[key])
      ? (config[key] as unknown[]).map((value, index) => [joinPath(key, index), value] as const)
      : [],
  );
  const places: readonly (readonly [string, unknown])[] = [
    ...['document', 'wraps', 'baseURL', 'endpoint'].map((key) => [key, config[key]] as const),
    ['auth.oauth2.tokenURL', isRecord(oauth2) ? oauth2['tokenURL'] : undefined],
    ['server.url', inside('server')['url']],
    ...listed,
  ];
  return places.flatMap(([path, value]) => {
    const written = isRecord(value) && '$config' in value ? value['default'] : value;
    return typeof written === 'string' ? [[path, written] as const] : [];
  });
}

/** The host of a URL, or the address of a list, as it is compared. */
function hostOf(value: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${/:.*:/.test(value) ? `[${value}]` : value}`;
  return URL.canParse(url) ? bareHost(new URL(url).hostname) : undefined;
}

function isMachines(host: string): boolean {
  if (metadataNames.has(host)) return true;
  const kind = /^[\d.]+$|:/.test(host) ? addressKind(host) : undefined;
  return kind === 'metadata' || kind === 'link-local';
}
