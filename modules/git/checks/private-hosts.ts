import {BlockList, isIP} from 'node:net';

const ranges4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const;

const ranges6 = [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const;

let list: BlockList | undefined;

function notPublic(): BlockList {
  if (list !== undefined) return list;
  list = new BlockList();
  for (const [network, prefix] of ranges4) list.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of ranges6) list.addSubnet(network, prefix, 'ipv6');
  return list;
}

/**
 * Whether the host of a parsed URL, or an address, means this machine, a private network or a metadata address. Names
 * are looked up later (safety/host-addresses.ts).
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const version = isIP(host);
  if (version === 4) return notPublic().check(host, 'ipv4');
  if (version === 6) return notPublic().check(host, 'ipv6') || host.startsWith('::ffff:');
  // A name of digits and dots is an address in one of its old spellings (2852039166, 0x7f.1), which curl understands.
  if (/^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*$/.test(host)) return true;
  return host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal') || host.endsWith('.local');
}
