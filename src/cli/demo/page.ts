import {escapeHtml} from './escape.js';

const style = `
:root{color-scheme:light dark;--text:#1f2328;--soft:#57606a;--line:#d0d7de;--stripe:#f6f8fa;--page:#fff}
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--soft:#9da7b3;--line:#3d444d;--stripe:#161b22;--page:#0d1117}}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:880px;margin:0 auto;padding:40px 24px 64px}
h1{font-size:28px;line-height:1.25;margin:0 0 16px}
h2{font-size:20px;margin:40px 0 12px}
p{margin:0 0 16px}
em{color:var(--soft);font-size:14px}
figure{margin:32px 0 0}
svg{display:block;width:100%;height:auto}
.wide{overflow-x:auto;margin-bottom:16px}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
th{color:var(--soft);font-weight:600;text-align:left;white-space:nowrap}
th,td{padding:7px 12px 7px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
td[align=right],th[align=right]{text-align:right;white-space:nowrap;padding-right:24px}
tbody tr:nth-child(even){background:var(--stripe)}
`.trim();

/** Elements that a rendered report is made of, and the attributes it needs. All else becomes text. */
const tag =
  /<\/?(?:h[1-6]|p|em|strong|code|pre|ul|ol|li|hr|br|table|thead|tbody|tr|th|td)(?:\s+align="(?:left|right|center)")?\s*\/?>/;
const tagOrBracket = new RegExp(`${tag.source}|<`, 'g');

/** The second wall, should text of others ever come through as HTML: no element that is not of a report stays one. */
export const keepReportTags = (html: string): string =>
  html.replace(tagOrBracket, (found) => (found === '<' ? '&lt;' : found));

export interface PageParts {
  readonly title: string;
  /** The rendered Markdown. */
  readonly html: string;
  /** The picture, which takes the place of the image that the Markdown names. */
  readonly svg: string;
  readonly chart: string;
}

/** A whole page that needs no other file and runs nothing. */
export function renderPage({title, html, svg, chart}: PageParts): string {
  const image = new RegExp(`<p><img src="${chart.replace(/\W/g, String.raw`\$&`)}"[^>]*></p>`);
  const [before = '', after = ''] = html.split(image);
  const body = [keepReportTags(before), `<figure>\n${svg.trim()}\n</figure>`, keepReportTags(after)]
    .join('\n')
    .replaceAll('<table>', '<div class="wide">\n<table>')
    .replaceAll('</table>', '</table>\n</div>');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>
${style}
</style>
</head>
<body>
<main>
${body.trim()}
</main>
</body>
</html>
`;
}
