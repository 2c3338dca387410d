const named = /auth|cookie|token|secret|passw|api[-_]?key|credential|signature|session|(^|[-_])(key|sig)$/i;

/** Whether the name of a header or of a query's parameter says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return named.test(name);
}

/** What of a header's value is secret beside the whole: the token of `Bearer abc`, the values of `a=b; c=d`. */
export function secretParts(value: string, shortest: number): string[] {
  const parts = value.split(/[\s;=]+/);
  return [value, ...parts].filter((part) => part.length >= shortest && !/^(basic|bearer|token|digest)$/i.test(part));
}
