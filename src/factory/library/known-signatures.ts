import {axiosSignatures} from './axios-signatures.js';
import {fsSignatures} from './fs-signatures.js';
import type {Signature, Signatures} from './signature.js';

const known: Readonly<Record<string, Signatures>> = {'fs/promises': fsSignatures, axios: axiosSignatures};

/** The library that a config names, without `node:`; empty where it names none. */
export function libraryName(config: Readonly<Record<string, unknown>>): string {
  const name = config['module'] ?? config['wraps'];
  return typeof name === 'string' ? name.replace(/^node:/, '') : '';
}

/** Signatures of a library, by the name that a config gives. */
export function signaturesOf(config: Readonly<Record<string, unknown>>): Signatures | undefined {
  const name = libraryName(config);
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** The signature of a method; plain methods only, `a.b` has none. */
export function signatureOf(config: Readonly<Record<string, unknown>>, method: string): Signature | undefined {
  const signatures = signaturesOf(config);
  return signatures && Object.hasOwn(signatures, method) ? signatures[method] : undefined;
}
