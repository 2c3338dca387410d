import {isIP} from 'node:net';
import type {LookupFunction} from 'node:net';
import {bareHost, lookUp} from '../../../src/sdk.js';
import type {Lookup} from '../../../src/sdk.js';
import {denied} from '../problems.js';
import type {Origins} from './origins.js';

/**
 * The look-up of the module's agents (HT05). A socket connects to what it answers, so what was checked is what is
 * connected to: a second answer of the resolver changes nothing. Names that the operator opened are not checked.
 */
export function guardedLookup(origins: Origins, lookup: Lookup | undefined): LookupFunction {
  return (hostname, options, callback) => {
    const open = origins.named.has(bareHost(hostname));
    const allows = (address: string): boolean => open || origins.addresses.allows(hostname, address);
    lookUp(hostname, {lookup, allows}).then(
      ({addresses, closed}) => {
        const found = addresses.map(({address}) => ({address, family: isIP(address)}));
        const [first] = found;
        if (closed !== undefined) callback(closedHost(hostname, closed.address), '', 0);
        else if (first === undefined) callback(nothingFound(hostname), '', 0);
        else if (options.all === true) (callback as unknown as (error: null, all: typeof found) => void)(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '', 0);
      },
    );
  };
}

const closedHost = (hostname: string, address: string): Error =>
  denied(
    'address',
    `The host '${hostname}' is not public: its name leads to ${address}`,
    `Allow it in the config: allowPrivate: ['${address}']`,
  );

const nothingFound = (hostname: string): Error =>
  Object.assign(new Error(`The name ${hostname} has no address`), {code: 'ENOTFOUND'});
