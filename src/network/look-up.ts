import {lookup as systemLookup} from 'node:dns/promises';
import {isPrivateHost} from './private-hosts.js';

/** What a look-up found. */
export interface FoundAddress {
  readonly address: string;
  /** 4 or 6 */
  readonly family?: number;
}

/** Finds the addresses of a name; replaceable, for tests and for resolvers of one's own. Rejects when there is none. */
export type Lookup = (hostname: string) => Promise<readonly FoundAddress[]>;

/** What `lookUp` takes beside the name. All of it is optional. */
export interface LookUpOptions {
  /** Default: the resolver of the system. */
  readonly lookup?: Lookup | undefined;
  /** Addresses that are let through although they are not public; default none. */
  readonly allows?: ((address: string) => boolean) | undefined;
}

const systemAddresses: Lookup = (hostname) => systemLookup(hostname, {all: true});

/** The addresses of a name, and the first of them that is closed: not public, and not allowed. One refuses the name. */
export async function lookUp(
  hostname: string,
  {lookup = systemAddresses, allows = () => false}: LookUpOptions = {},
): Promise<{readonly addresses: readonly FoundAddress[]; readonly closed: FoundAddress | undefined}> {
  const addresses = await lookup(hostname);
  return {addresses, closed: addresses.find(({address}) => isPrivateHost(address) && !allows(address))};
}
