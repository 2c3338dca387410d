import {isRecord} from '../contract/json.js';

/** Whatever can be executed as a tool: `instanceof` asks for the shape, not for the class (C4). */
export class Executable {
  static [Symbol.hasInstance](value: unknown): boolean {
    return isRecord(value) && typeof value['execute'] === 'function' && typeof value['getMetadata'] === 'function';
  }
}
