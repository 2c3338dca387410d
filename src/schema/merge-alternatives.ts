import type {Issue} from './issue.js';

const isChoice = ({rule}: Issue): boolean => rule === 'anyOf' || rule === 'oneOf';

/**
 * Issues of which each is one thing to put right: where a value may be of several kinds, the validator tells what each kind
 * has against it. What is wrong deeper in the value tells more than its not being of another kind.
 */
export function mergeAlternatives(issues: readonly Issue[]): Issue[] {
  const choices = new Set(issues.filter(isChoice).map(({path}) => path));
  const isDeeper = (path: string): boolean =>
    issues.some((issue) => issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`));
  const told = new Set<string>();
  return issues.flatMap((issue) => {
    const {path} = issue;
    if (!choices.has(path)) return [issue];
    const kinds = issues.filter((other) => other.path === path && !isChoice(other));
    const isTold = told.has(path) || isDeeper(path) || (isChoice(issue) && kinds.length > 0);
    told.add(path);
    if (isTold) return [];
    const others = kinds.slice(1).flatMap(({expected}) => expected ?? []);
    const received = issue.received === undefined ? '' : `; received ${issue.received}`;
    const base = issue.message.replace(/[,;] received .*$/s, '');
    if (others.length === 0) return [issue];
    // A hint about one kind would hide the others, unless it has found what was meant.
    const {suggestion, ...merged} = issue;
    const hint = suggestion?.startsWith('Did you mean') === true ? {suggestion} : {};
    return [{...merged, ...hint, message: `${[base, ...others].join(' or ')}${received}`}];
  });
}
