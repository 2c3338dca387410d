import type {LookupFunction} from 'node:net';
import {isPrivateHost, lookUp, ToolError} from '../../../src/sdk.js';

/**
 * Finds the addresses of a public name and refuses them all when one is private, for the connection that is about to be
 * made (DNS rebinding). undefined where nothing has to be checked: the url names a private host itself, or may lead to one.
 */
export function checkedLookup(hostname: string, allowPrivate: boolean): LookupFunction | undefined {
  if (allowPrivate || isPrivateHost(hostname)) return undefined;
  return (name, options, done) => {
    lookUp(name).then(
      ({addresses, closed}) => {
        const [first] = addresses;
        const found = addresses.map(({address, family = 4}) => ({address, family}));
        if (closed !== undefined || first === undefined) done(leadsInside(name), '', 0);
        else if (options.all === true) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as NodeJS.ErrnoException, '', 0);
      },
    );
  };
}

const leadsInside = (name: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `${name} leads to an address that is not public`, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: ['Set allowPrivate: true in the config if the server is in your own network'],
    context: {reason: 'private_address'},
  });
