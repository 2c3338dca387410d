import {ToolError} from '../contract/errors.js';
import {ModuleInstance} from '../core/module-instance.js';
import type {LeftOut} from '../core/wrap-kind.js';
import {replaceTools} from './replace-tools.js';
import type {WrapState} from './wrap-state.js';

const states = new WeakMap<object, WrapState>();

/** An instance made from a config. `wrappedInstance` is what is wrapped: a library, an object, a program's path. */
export class WrappedInstance extends ModuleInstance {
  /** What is in what is wrapped and did not become a tool, with why: operations of an OpenAPI description, say. */
  get leftOut(): readonly LeftOut[] {
    return states.get(this)?.leftOut ?? [];
  }

  /** Takes over what `connect` of the definition made. */
  override async initialize(): Promise<void> {
    const state = this.wrappedInstance as WrapState;
    states.set(this, state);
    this.wrappedInstance = state.session.wrapped;
    replaceTools(this, (await state.refine?.()) ?? []);
  }

  override async cleanup(): Promise<void> {
    // What failed while it began has not been taken over yet.
    const state = states.get(this) ?? (this.wrappedInstance as WrapState | null);
    await state?.session.close?.();
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
