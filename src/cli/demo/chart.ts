import {escapeHtml} from './escape.js';
import {lastWeeks, topLevel} from './history.js';
import type {History, PlaceWork, WeekWork} from './history.js';

/** Weeks in the picture; older ones are in the counts only. */
const shownWeeks = 26;
const shownAuthors = 6;
const shownFolders = 8;

/** Told apart on white and on dark grey, and by most people who do not see all colours (Tableau 10). */
const palette = ['#4e79a7', '#f28e2b', '#59a14f', '#b07aa1', '#76b7b2', '#e15759'] as const;
const others = {name: 'others', colour: '#9c9ca3'} as const;

const width = 880;
const margin = {left: 48, right: 16};
const plot = {width: width - margin.left - margin.right, height: 200};
/** Of the legend, and of the bars of folders. */
const rowHeight = {legend: 22, folder: 30} as const;
/** px that a character takes, about: the picture is made without knowing the font. */
const characterWidth = 7;
const shorten = (label: string): string => (label.length > 24 ? `${label.slice(0, 23)}…` : label);

const style = `
.haft-chart text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#57606a}
.haft-chart .title{font-size:16px;font-weight:600;fill:#1f2328}
.haft-chart .strong{fill:#1f2328}
.haft-chart .grid{stroke:#d0d7de;stroke-width:1}
.haft-chart .added{fill:#59a14f}.haft-chart .removed{fill:#e15759}
@media(prefers-color-scheme:dark){
.haft-chart text{fill:#9da7b3}.haft-chart .title,.haft-chart .strong{fill:#e6edf3}.haft-chart .grid{stroke:#3d444d}}
`.trim();

interface Series {
  readonly name: string;
  readonly colour: string;
  readonly commits: (week: WeekWork) => number;
}

/** Coordinates with at most two digits behind the point. */
const n = (value: number): string => String(Math.round(value * 100) / 100);
const count = (value: number): string => value.toLocaleString('en-US');

const text = (x: number, y: number, content: string, attributes = ''): string =>
  `<text x="${n(x)}" y="${n(y)}"${attributes === '' ? '' : ` ${attributes}`}>${escapeHtml(content)}</text>`;

const rect = (x: number, y: number, w: number, h: number, attributes: string, title: string): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" ${attributes}><title>${escapeHtml(title)}</title></rect>`;

/** Those with most commits get a colour each, all that are left share one. */
function seriesOf({authors}: History): Series[] {
  const named = authors.length > shownAuthors ? authors.slice(0, shownAuthors - 1) : authors;
  const names = new Set(named.map(({name}) => name));
  const series: Series[] = named.map(({name}, index) => ({
    name,
    colour: palette[index] ?? others.colour,
    commits: (week) => week.authors.get(name) ?? 0,
  }));
  if (names.size === authors.length) return series;
  const rest = (week: WeekWork): number =>
    [...week.authors].reduce((sum, [name, commits]) => (names.has(name) ? sum : sum + commits), 0);
  return [...series, {...others, commits: rest}];
}

/** Steps of 1, 2 or 5 with their zeros, about four of them. */
function ticks(max: number): number[] {
  const rough = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({length: Math.ceil(max / step) + 1}, (_, index) => index * step);
}

const monthDay = new Intl.DateTimeFormat('en-US', {month: 'short', day: 'numeric', timeZone: 'UTC'});

function weeksChart(history: History, series: readonly Series[], plotTop: number): string[] {
  const weeks = lastWeeks(history, shownWeeks);
  const scale = ticks(Math.max(...weeks.map(({commits}) => commits)));
  const top = scale.at(-1) ?? 1;
  const bottom = plotTop + plot.height;
  const y = (value: number): number => bottom - (value / top) * plot.height;
  const slot = plot.width / weeks.length;
  const bar = Math.min(44, slot * 0.72);
  // A label needs about 56 px.
  const every = Math.ceil(56 / slot);
  const grid = scale.flatMap((value) => [
    `<line class="grid" x1="${margin.left}" x2="${width - margin.right}" y1="${n(y(value))}" y2="${n(y(value))}"/>`,
    text(margin.left - 8, y(value) + 4, count(value), 'text-anchor="end"'),
  ]);
  const bars = weeks.flatMap((week, index) => {
    const centre = margin.left + slot * (index + 0.5);
    let below = 0;
    const stack = series.flatMap(({name, colour, commits}) => {
      const own = commits(week);
      if (own === 0) return [];
      below += own;
      const height = y(below - own) - y(below);
      const title = `${name}: ${own} in the week of ${week.start}`;
      return [rect(centre - bar / 2, y(below), bar, Math.max(0.5, height - 1), `rx="1.5" fill="${colour}"`, title)];
    });
    const isLabelled = (weeks.length - 1 - index) % every === 0;
    const label = monthDay.format(new Date(`${week.start}T00:00:00Z`));
    return [...stack, ...(isLabelled ? [text(centre, bottom + 20, label, 'text-anchor="middle"')] : [])];
  });
  return [...grid, ...bars];
}

interface Drawn {
  readonly parts: readonly string[];
  /** px */
  readonly height: number;
}

/** The names with their colours, in as many rows as they need. */
function legend(series: readonly Series[], top: number): Drawn {
  let [x, row] = [0, 0];
  const parts = series.flatMap(({name, colour}) => {
    const label = shorten(name);
    const room = 38 + label.length * characterWidth;
    if (x > 0 && x + room > width) [x, row] = [0, row + 1];
    const y = top + row * rowHeight.legend;
    const drawn = [
      `<rect x="${n(x)}" y="${n(y)}" width="12" height="12" rx="2" fill="${colour}"/>`,
      text(x + 18, y + 11, label),
    ];
    x += room;
    return drawn;
  });
  return {parts, height: (row + 1) * rowHeight.legend};
}

/** Lines added and removed in each folder, side by side. */
function foldersChart(folders: readonly PlaceWork[], top: number): Drawn {
  const shown = folders.slice(0, shownFolders).map((folder) => {
    return {...folder, label: folder.path === topLevel ? 'top level' : shorten(folder.path)};
  });
  const most = Math.max(1, ...shown.map(({insertions, deletions}) => insertions + deletions));
  const left = 16 + Math.max(...shown.map(({label}) => label.length)) * characterWidth;
  const room = width - left - 150;
  const parts = shown.flatMap(({label, insertions, deletions}, index) => {
    const y = top + index * rowHeight.folder;
    const added = (insertions / most) * room;
    const removed = (deletions / most) * room;
    const bar = (x: number, size: number, kind: string, lines: number): string[] =>
      lines === 0
        ? []
        : [rect(x, y, Math.max(1, size), 18, `rx="1.5" class="${kind}"`, `${label}: ${count(lines)} lines ${kind}`)];
    const numbers = [insertions > 0 && `+${count(insertions)}`, deletions > 0 && `−${count(deletions)}`].filter(
      Boolean,
    );
    return [
      text(0, y + 14, label, 'class="strong"'),
      ...bar(left, added, 'added', insertions),
      ...bar(left + added + (insertions > 0 ? 1 : 0), removed, 'removed', deletions),
      text(left + added + removed + 10, y + 14, numbers.join(' ') || '0'),
    ];
  });
  return {parts, height: shown.length * rowHeight.folder};
}

/** Who committed when, and what was changed, as one SVG picture for light and dark pages. Ends with a line break. */
export function renderChart(history: History): string {
  const weeks = lastWeeks(history, shownWeeks);
  const isWhole = history.weeks[0]?.start === weeks[0]?.start;
  const series = seriesOf(history);
  const names = legend(series, 40);
  const plotTop = 56 + names.height;
  const secondTop = plotTop + plot.height + 76;
  const folders = history.folders.length === 0 ? undefined : foldersChart(history.folders, secondTop + 18);
  const height = folders ? secondTop + 18 + folders.height : plotTop + plot.height + 32;
  const people = history.authors.length === 1 ? '1 person' : `${count(history.authors.length)} people`;
  const label = `${count(history.commits)} commits by ${people} from ${history.first} to ${history.last}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="haft-chart" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">`,
    `<style>${style}</style>`,
    text(0, 18, `Commits per week${isWhole ? '' : `, the last ${weeks.length} weeks`}`, 'class="title"'),
    ...names.parts,
    ...weeksChart(history, series, plotTop),
    ...(folders ? [text(0, secondTop, 'Lines added and removed by folder', 'class="title"'), ...folders.parts] : []),
    '</svg>',
    '',
  ].join('\n');
}
