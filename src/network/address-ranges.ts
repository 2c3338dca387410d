/** What an address is, when it is not a public one. */
export type AddressKind =
  'loopback' | 'private' | 'link-local' | 'metadata' | 'multicast' | 'documentation' | 'reserved' | 'tunnel';

/** Network, length of its prefix, kind. */
export type AddressRange = readonly [network: string, prefix: number, kind: AddressKind];

/**
 * The IANA special-purpose registries (RFC 6890 and its updates) without what they call globally reachable, with
 * multicast, class E and the addresses where clouds keep their metadata. The first that matches names the kind.
 */
export const ranges4: readonly AddressRange[] = [
  ['0.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  // Azure answers here from inside a virtual machine.
  ['168.63.129.16', 32, 'metadata'],
  ['169.254.169.254', 32, 'metadata'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'tunnel'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** As ranges4. Addresses that hold an IPv4 address in clear are judged by it (`embedding6`) and are not here. */
export const ranges6: readonly AddressRange[] = [
  ['::1', 128, 'loopback'],
  ['::', 96, 'reserved'],
  ['::ffff:0:0:0', 96, 'tunnel'],
  ['64:ff9b:1::', 48, 'private'],
  ['100::', 64, 'reserved'],
  ['100:0:0:1::', 64, 'reserved'],
  ['2001::', 32, 'tunnel'],
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, 'tunnel'],
  ['3fff::', 20, 'documentation'],
  ['5f00::', 16, 'reserved'],
  ['fd00:ec2::254', 128, 'metadata'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
];

/** Prefixes of 96 bits before an IPv4 address: mapped addresses, and NAT64 of networks without IPv4. */
export const embedding6: readonly string[] = ['::ffff:0:0', '64:ff9b::'];
