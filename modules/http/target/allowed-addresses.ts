import {BlockList, isIP} from 'node:net';
import {bareHost} from '../../../src/sdk.js';
import {misconfigured} from '../problems.js';

/** `allowPrivate` of the config: which addresses that are not public a host may have. */
export interface AllowedAddresses {
  allows(hostname: string, address: string): boolean;
}

/** Reads `allowPrivate`: all, none, or a list of addresses, `network/bits` and host names. Throws INVALID_CONFIG. */
export function allowedAddresses(given: boolean | readonly string[]): AllowedAddresses {
  if (typeof given === 'boolean') return {allows: () => given};
  const list = new BlockList();
  const hosts = new Set<string>();
  for (const entry of given) {
    const [network = '', bits] = entry.split('/');
    const version = isIP(network.replace(/^\[|\]$/g, ''));
    if (version === 0 && bits === undefined && /^[a-z0-9_.-]+$/i.test(network)) hosts.add(bareHost(network));
    else addNetwork(list, entry, network.replace(/^\[|\]$/g, ''), bits);
  }
  return {
    allows: (hostname, address) =>
      hosts.has(bareHost(hostname)) || list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  };
}

function addNetwork(list: BlockList, entry: string, network: string, bits: string | undefined): void {
  const version = isIP(network);
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most || bits === '') {
    throw misconfigured(
      'allowPrivate',
      `allowPrivate has '${entry}', which is no address, network or host name`,
      "Give addresses such as '10.0.0.5', networks such as '10.0.0.0/8', or names of hosts",
    );
  }
  list.addSubnet(network, prefix, version === 6 ? 'ipv6' : 'ipv4');
}
