/** How much harm a tool can do (R23.1): 3 asks for explicit approval, 4 is blocked unless a policy allows it. */
export const SecurityTier = Object.freeze({SAFE: 0, STANDARD: 1, ELEVATED: 2, RESTRICTED: 3, DANGEROUS: 4} as const);

export type SecurityTier = (typeof SecurityTier)[keyof typeof SecurityTier];
