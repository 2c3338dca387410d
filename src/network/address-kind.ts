import {BlockList, isIP} from 'node:net';
import {embedding6, ranges4, ranges6} from './address-ranges.js';
import type {AddressKind, AddressRange} from './address-ranges.js';

interface Judged {
  readonly list: BlockList;
  readonly kind: AddressKind;
}

interface Tables {
  readonly four: readonly Judged[];
  readonly six: readonly Judged[];
  readonly embedding: BlockList;
}

let tables: Tables | undefined;

/** Made when it is first needed: nothing is to be done at import time. */
function judges(): Tables {
  if (tables !== undefined) return tables;
  const embedding = new BlockList();
  for (const network of embedding6) embedding.addSubnet(network, 96, 'ipv6');
  tables = {four: listsOf(ranges4, 'ipv4'), six: listsOf(ranges6, 'ipv6'), embedding};
  return tables;
}

const listsOf = (ranges: readonly AddressRange[], family: 'ipv4' | 'ipv6'): Judged[] =>
  ranges.map(([network, prefix, kind]) => {
    const list = new BlockList();
    list.addSubnet(network, prefix, family);
    return {list, kind};
  });

/**
 * What kind of address this is: undefined for a public one. An IPv6 address may be in brackets and have a zone. What is
 * no address at all is `reserved`: nothing is let through because it could not be read.
 */
export function addressKind(address: string): AddressKind | undefined {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const version = isIP(bare);
  if (version === 4) return judges().four.find(({list}) => list.check(bare, 'ipv4'))?.kind;
  if (version !== 6) return 'reserved';
  const {six, embedding} = judges();
  // A BlockList of IPv4 ranges matches mapped addresses as well, but knows nothing of NAT64.
  if (embedding.check(bare, 'ipv6')) return addressKind(lastBytes(bare));
  return six.find(({list}) => list.check(bare, 'ipv6'))?.kind;
}

/** The last 32 bits of an IPv6 address, as an IPv4 one. */
function lastBytes(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address);
  if (dotted) return dotted[0];
  const [high = '0', low = '0'] = address.replace(/::$/, '::0').replace('::', ':0:').split(':').slice(-2);
  const bits = [high, low].map((group) => Number.parseInt(group === '' ? '0' : group, 16));
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
}
