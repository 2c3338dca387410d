import {lookup as systemLookup} from 'node:dns/promises';
import {isIP} from 'node:net';
import {ToolError} from '../../../src/sdk.js';
import {isPrivateHost} from '../checks/private-hosts.js';
import type {Remote} from '../checks/urls.js';
import type {GitSettings} from '../settings.js';
import type {ConfigEntry} from './environment.js';

type Lookup = (hostname: string) => Promise<readonly {readonly address: string}[]>;

const lookupAll: Lookup = (hostname) => systemLookup(hostname, {all: true});

/**
 * Looks up the name of a remote's host where the operator named no hosts, refuses one that leads to a private address,
 * and holds git to the addresses that were checked, so that a second answer of the resolver changes nothing (git 2.37
 * and later; ssh looks up by itself, and names that only its own configuration knows are left to it).
 * Answers PERMISSION_DENIED and NETWORK_ERROR.
 */
export async function pinnedAddresses(
  settings: GitSettings,
  remote: Remote | undefined,
  signal: AbortSignal | undefined,
  lookup: Lookup = lookupAll,
): Promise<ConfigEntry[]> {
  if (remote === undefined || settings.allowedHosts !== undefined) return [];
  if (remote.protocol !== 'https' && remote.protocol !== 'ssh') return [];
  const [, name = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(remote.host) ?? [];
  const hostname = name.replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0) return [];
  const found = await untilAborted(lookup(hostname), signal).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cancelled();
    if (remote.protocol === 'ssh') return [];
    throw new ToolError('NETWORK_ERROR', `The host '${hostname}' can not be found`, {
      outcome: 'not_executed',
      cause,
      suggestions: ['Check the URL and the network, then try again'],
    });
  });
  const addresses = found.map(({address}) => address);
  const closed = addresses.find((address) => isPrivateHost(address));
  if (closed !== undefined) {
    throw new ToolError('PERMISSION_DENIED', `The host '${hostname}' is not public: its name leads to ${closed}`, {
      context: {reason: 'host'},
      outcome: 'not_executed',
      suggestions: [`Name it in the config: allowedHosts: ${JSON.stringify([remote.host])}`],
    });
  }
  if (remote.protocol === 'ssh') return [];
  const listed = addresses.map((address) => (address.includes(':') ? `[${address}]` : address)).join(',');
  return [['http.curloptResolve', `${hostname}:${port}:${listed}`]];
}

const cancelled = (): ToolError =>
  new ToolError('OPERATION_CANCELLED', 'The call was cancelled before git was started', {outcome: 'not_executed'});

/** A look-up can not be stopped; its answer is not waited for any longer. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const give = (): void => reject(cancelled());
    if (signal.aborted) give();
    signal.addEventListener('abort', give, {once: true});
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
