import {isIP} from 'node:net';
import {lookUp, ToolError} from '../../../src/sdk.js';
import type {Lookup} from '../../../src/sdk.js';
import type {Remote} from '../checks/urls.js';
import type {GitSettings} from '../settings.js';
import type {ConfigEntry} from './environment.js';

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
  lookup?: Lookup,
): Promise<ConfigEntry[]> {
  if (remote === undefined || settings.allowedHosts !== undefined) return [];
  if (remote.protocol !== 'https' && remote.protocol !== 'ssh') return [];
  const [, name = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(remote.host) ?? [];
  const hostname = name.replace(/^\[|\]$/g, '');
  if (isIP(hostname) !== 0) return [];
  const found = await untilAborted(lookUp(hostname, {lookup}), signal).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cancelled();
    if (remote.protocol === 'ssh') return {addresses: [], closed: undefined};
    throw new ToolError('NETWORK_ERROR', `The host '${hostname}' can not be found`, {
      outcome: 'not_executed',
      cause,
      suggestions: ['Check the URL and the network, then try again'],
    });
  });
  const {closed} = found;
  if (closed !== undefined) {
    throw new ToolError(
      'PERMISSION_DENIED',
      `The host '${hostname}' is not public: its name leads to ${closed.address}`,
      {
        context: {reason: 'host'},
        outcome: 'not_executed',
        suggestions: [`Name it in the config: allowedHosts: ${JSON.stringify([remote.host])}`],
      },
    );
  }
  if (remote.protocol === 'ssh') return [];
  const listed = found.addresses.map(({address}) => (address.includes(':') ? `[${address}]` : address)).join(',');
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
