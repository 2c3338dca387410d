/** Copies an object of scalars; undefined where it holds something else, or something that is not expected. */
export type FlatCopy = (value: object) => Record<string, unknown> | undefined;

const identifier = /^[A-Za-z_$][\w$]*$/;
const maxNames = 30;

/**
 * Writes the copy out for the parameters of one tool, as ajv does with its checks: V8 takes a third of the time that a loop
 * over names takes. It never copies where a name is no plain word, or one that every object has.
 */
export function compileFlatCopy(names: readonly string[]): FlatCopy {
  const plain = names.every((name) => identifier.test(name) && !(name in Object.prototype));
  if (!plain || names.length > maxNames) return () => undefined;
  const lines = names.map(
    (name) =>
      `item = value.${name}; if (item !== undefined && hasOwn(value, '${name}')) { own++; copy.${name} = item; }`,
  );
  const body = `return (value) => {
  const copy = {};
  let own = 0, keys = 0, item;
  ${lines.join('\n  ')}
  for (const _ in value) keys++;
  return own === keys ? copy : undefined;
}`;
  // Nothing but the plain words above is in it.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function('hasOwn', body) as (hasOwn: typeof Object.hasOwn) => FlatCopy;
  return make(Object.hasOwn);
}
