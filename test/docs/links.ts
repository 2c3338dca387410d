/** A link of a page: what it says, and where it leads. */
export interface Link {
  readonly text: string;
  readonly target: string;
}

const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '``');

/** Inline links and images, and the definitions of `[text][name]` links. */
export function linksOf(page: string): Link[] {
  const text = withoutCode(page);
  const inline = [...text.matchAll(/\[([^\]]*)\]\(([^()\s]+)\)/g)];
  const definitions = [...text.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)];
  return [...inline, ...definitions].map(([, label = '', target = '']) => ({text: label, target}));
}

/** Names that `[text][name]` links use. */
export function usedDefinitions(page: string): string[] {
  return [...withoutCode(page).matchAll(/\[[^\]]+\]\[([^\]]+)\]/g)].map(([, name = '']) => name);
}

/** Anchors of the headings of a page, as GitHub makes them. */
export function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = page.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const slug = words.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${String(count)}`;
    }),
  );
}
