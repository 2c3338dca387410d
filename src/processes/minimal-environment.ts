/** What a program needs to find others, its home, and the language and time of its user. None of it is a secret. */
const harmless = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'PATHEXT'];

/**
 * The environment that a program gets of this process' own: the harmless minimum, and what is named. Secrets that
 * happen to lie in the environment stay here (SH07).
 */
export function minimalEnvironment(names: readonly string[] = []): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of [...harmless, ...names]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
