/** A link of a `Link` header (RFC 8288): its target, and parameters up to the next comma outside of quotes. */
const link = /<([^<>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)/g;

/** Where a `Link` header says that the next page is, as it is written there. */
export function nextLink(header: string | undefined): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').slice(0, 16_384).matchAll(link)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return undefined;
}
