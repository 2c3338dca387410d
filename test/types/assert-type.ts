/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- all is said in types */
/** Whether two types are the same, `any` and `unknown` told apart. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Holds when this compiles: `assertType<Same<typeof value, string>>()`. */
export function assertType<_Holds extends true>(): void {
  // All the work is done by the compiler.
}
