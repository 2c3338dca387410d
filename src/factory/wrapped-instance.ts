import {ToolError} from '../contract/errors.js';
import {ModuleInstance} from '../core/module-instance.js';
import type {WrapState} from './wrap-state.js';

const states = new WeakMap<object, WrapState>();

/** An instance made from a config. `wrappedInstance` is what is wrapped: a library, an object, a program's path. */
export class WrappedInstance extends ModuleInstance {
  /** Takes over what `connect` of the definition made. */
  override async initialize(): Promise<void> {
    const state = this.wrappedInstance as WrapState;
    states.set(this, state);
    this.wrappedInstance = state.session.wrapped;
  }

  override async cleanup(): Promise<void> {
    await states.get(this)?.session.close?.();
  }

  protected override async check(): Promise<void> {
    await states.get(this)?.session.check?.();
  }
}

export function stateOf(instance: WrappedInstance): WrapState {
  const state = states.get(instance);
  if (!state)
    throw new ToolError('INVALID_STATE', `Module ${instance.name} is not initialized`, {outcome: 'not_executed'});
  return state;
}
