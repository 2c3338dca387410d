import {ModuleFactory} from './module-factory.js';
import type {ModuleFactoryOptions, WrapKinds} from './module-factory.js';

/** A factory class whose kinds are chosen: the statics use one factory, `new` makes one with other options. */
export interface BoundModuleFactory {
  new (options?: Partial<ModuleFactoryOptions>): ModuleFactory;
  readonly createFromConfig: ModuleFactory['createFromConfig'];
  readonly defineFromConfig: ModuleFactory['defineFromConfig'];
  readonly validate: ModuleFactory['validate'];
  readonly check: ModuleFactory['check'];
}

/** `ModuleFactory` as users call it, `ModuleFactory.createFromConfig(…)`, with these kinds. */
export function bindModuleFactory(kinds: WrapKinds): BoundModuleFactory {
  const shared = new ModuleFactory({kinds});
  class Bound extends ModuleFactory {
    static readonly createFromConfig: ModuleFactory['createFromConfig'] = (name, config, values, options) =>
      shared.createFromConfig(name, config, values, options);
    static readonly defineFromConfig = shared.defineFromConfig.bind(shared);
    static readonly validate = shared.validate.bind(shared);
    static readonly check = shared.check.bind(shared);

    constructor(options: Partial<ModuleFactoryOptions> = {}) {
      super({kinds, ...options});
    }
  }
  Object.defineProperty(Bound, 'name', {value: 'ModuleFactory'});
  return Bound;
}
