import {isRecord} from '../../../src/sdk.js';
import {cleanOptional} from '../clean-text.js';
import type {ServerInfo} from './session.js';

const nameLength = 200;
const instructionsLength = 10_000;

/** What a server says of itself, cleaned. */
export function serverInfo(said: Readonly<Record<string, unknown>>): ServerInfo {
  const {capabilities} = said;
  return Object.freeze({
    name: cleanOptional(said['name'], nameLength),
    title: cleanOptional(said['title'], nameLength),
    version: cleanOptional(said['version'], nameLength),
    instructions: cleanOptional(said['instructions'], instructionsLength),
    protocolVersion: cleanOptional(said['protocolVersion'], nameLength),
    capabilities: isRecord(capabilities) ? Object.keys(capabilities) : [],
  });
}
