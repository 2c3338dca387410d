const sensitive =
  /pass(word|wd|phrase)|(^|[-_])pass$|secret|token|authorization|^auth$|api[-_]?key|private[-_]?key|credential|cookie|session[-_]?key/i;

/** Whether a key's name says that its value is a secret. */
export function isSensitiveKey(key: string): boolean {
  return sensitive.test(key);
}
