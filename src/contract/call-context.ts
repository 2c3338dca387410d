/** Who calls, and for what: given with the call, never read from input. */
export interface CallContext {
  readonly sessionId?: string;
  readonly loopId?: string;
  readonly agentId?: string;
  readonly [key: string]: unknown;
}

export interface Progress {
  readonly callId: string;
  readonly tool: string;
  /** 0 to 1. */
  readonly fraction?: number;
  readonly message?: string;
}
