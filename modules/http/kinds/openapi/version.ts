import type {ObjectPlace, OpenapiDocument} from './document.js';
import type {Operation, SecurityScheme, Server} from './operation.js';

/** How the descriptions of one version are read. */
export interface Version {
  servers(document: OpenapiDocument): readonly Server[];
  schemes(document: OpenapiDocument): ReadonlyMap<string, SecurityScheme>;
  /** Throws Broken for what can not be read. `item` is the path that it belongs to. */
  operation(document: OpenapiDocument, method: string, path: string, place: ObjectPlace, item: ObjectPlace): Operation;
}
