/** Who calls, and for what: given with the call, never read from input. */
export interface CallContext {
  /** Owner of the handles that the call makes; other sessions can not use them. */
  readonly sessionId?: string;
  /** Which run of an agent it belongs to, for the audit log. */
  readonly loopId?: string;
  /** Who acts, for policies and the audit log. */
  readonly agentId?: string;
  readonly [key: string]: unknown;
}

/** How far a running call is: a fraction, a text, or both. */
export interface Progress {
  readonly callId: string;
  readonly tool: string;
  /** 0 to 1. */
  readonly fraction?: number;
  readonly message?: string;
}
