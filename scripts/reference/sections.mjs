// The sections of a page, in order, and the anchors of their headings.
import {ReflectionKind} from 'typedoc';

const isType = (reflection) => reflection.kindOf([ReflectionKind.Interface, ReflectionKind.TypeAlias]);

/** Names that are a value and a type have one section, the value's. */
export function sections(module) {
  const values = new Set(module.children.filter((one) => !isType(one)).map(({name}) => name));
  const first = module.children.filter((one) => !isType(one) || !values.has(one.name));
  const rank = (one) => (isType(one) ? 1 : 0);
  return first.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** By section, the anchor that GitHub makes of its heading: names that differ by case alone are counted. */
export function anchorsOf(module) {
  const seen = new Map();
  return new Map(
    sections(module).map((one) => {
      const slug = one.name.toLowerCase();
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return [one.name, count === 0 ? slug : `${slug}-${count}`];
    }),
  );
}
