/** A text as one paragraph of at most so many characters: whole sentences where that can be. */
export function shortened(text: string, budget: number): string {
  const plain = text
    .replace(/<\/?[a-z][^>]{0,200}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= budget) return plain;
  const cut = plain.slice(0, budget);
  const ends = [...cut.matchAll(/[.!?](?=\s)/g)].map(({index}) => index + 1);
  const end = ends.at(-1) ?? 0;
  if (end >= budget / 3) return cut.slice(0, end);
  const space = cut.lastIndexOf(' ', budget - 2);
  return `${cut.slice(0, space > budget / 2 ? space : budget - 1).trimEnd()}…`;
}

/** A sentence that ends as one. */
export const sentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);
