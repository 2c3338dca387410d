/** Why a part of a description can not be used, in a sentence: what needs it is left out, and everything else is not. */
export class Broken extends Error {}

/** The reason of what was thrown. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message !== '' ? thrown.message : 'It can not be read';
