/** A text of a config that was checked. */
export const wordOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);
