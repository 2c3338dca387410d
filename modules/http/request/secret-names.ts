const named = /auth|cookie|token|secret|passw|api[-_]?key|credential|signature|session|(^|[-_])(key|sig)$/i;

/** Whether the name of a header or of a query's parameter says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return named.test(name);
}
