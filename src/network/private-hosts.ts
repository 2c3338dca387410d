import {isIP} from 'node:net';
import {addressKind} from './address-kind.js';

/** The host as it is compared: lower case, no brackets, no dot at its end. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/**
 * Whether the host of a parsed URL, or an address, means this machine, a private network or a metadata address. What a
 * name leads to is looked up later, by `lookUp`.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return addressKind(host) !== undefined;
  // A name of digits and dots is an address in one of its old spellings (2852039166, 0x7f.1), which curl understands.
  if (/^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*$/.test(host)) return true;
  return host === 'localhost' || /\.(localhost|internal|local)$/.test(host);
}
