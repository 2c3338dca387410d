// What the reference could say nothing about. A property may go without words where its name and type say all.
import {ReflectionKind} from 'typedoc';
import {isInherited} from './theme.mjs';

const hasComment = (one) =>
  one.hasComment() ||
  [...(one.signatures ?? []), one.getSignature, one.setSignature].some((signature) => signature?.hasComment()) ||
  (one.type?.declaration?.signatures ?? []).some((signature) => signature.hasComment());

/** Exports without a docstring, and methods without one, as `Name` and `Name.method`. */
export function undocumented(project) {
  const found = new Set();
  for (const {children: exports} of project.children) {
    for (const one of exports) {
      if (!hasComment(one) && !exports.some((other) => other.name === one.name && hasComment(other)))
        found.add(one.name);
      for (const member of one.children ?? one.type?.declaration?.children ?? []) {
        const told = isInherited(member) || member.overwrites || member.implementationOf || member.name.startsWith('[');
        if (told || !member.kindOf(ReflectionKind.Method)) continue;
        if (!hasComment(member)) found.add(`${one.name}.${member.name}`);
      }
    }
  }
  return [...found];
}
