import {escapeMarkdown} from './escape.js';
import {lastWeeks, topLevel} from './history.js';
import type {History, Work} from './history.js';

/** Weeks of the report, those without commits included. */
export const shownWeeks = 12;
const shown = {authors: 20, weeks: shownWeeks, folders: 12, files: 12, commits: 12} as const;

const count = (value: number): string => value.toLocaleString('en-US');
const plural = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;

type Align = 'left' | 'right';

function table(titles: readonly (readonly [string, Align])[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(titles.map(([title]) => title)),
    line(titles.map(([, align]) => (align === 'right' ? '---:' : '---'))),
    ...rows.map(line),
  ];
}

const signed = (sign: '+' | '−', value: number): string => (value === 0 ? '0' : `${sign}${count(value)}`);
const changed = ({insertions, deletions}: Work): [string, string] => [signed('+', insertions), signed('−', deletions)];
const more = (total: number, limit: number, what: string): string[] =>
  total > limit ? ['', `…and ${count(total - limit)} more ${what}.`] : [];

export interface ReportFacts {
  /** What the repository is called. */
  readonly repository: string;
  /** Share of the commits by author, in percent with one digit: `37.5`. */
  readonly shares: ReadonlyMap<string, string>;
  /** Numbers of weeks by their Mondays, `2026-W02`. */
  readonly weekNames: ReadonlyMap<string, string>;
  /** The picture, relative to the report. */
  readonly chart: string;
}

/** Who changed what, and when, as Markdown. The same history gives the same text. */
export function renderReport(history: History, {repository, shares, weekNames, chart}: ReportFacts): string {
  const {authors, folders, files, fileCount, latest} = history;
  const weeks = lastWeeks(history, shownWeeks).reverse();
  const name = escapeMarkdown(repository);
  return [
    `# ${name}: who changed what, and when`,
    '',
    `${plural(history.commits, 'commit', 'commits')} by ${plural(authors.length, 'person', 'people')} from ${history.first} to ` +
      `${history.last}: ${plural(history.insertions, 'line', 'lines')} added and ${count(history.deletions)} removed in ` +
      `${plural(fileCount, 'file', 'files')}.`,
    '',
    `![Commits per week and lines changed by folder](${chart})`,
    '',
    '## Who',
    '',
    ...table(
      [
        ['Author', 'left'],
        ['Commits', 'right'],
        ['Share', 'right'],
        ['Added', 'right'],
        ['Removed', 'right'],
        ['First', 'left'],
        ['Last', 'left'],
      ],
      authors
        .slice(0, shown.authors)
        .map((author) => [
          escapeMarkdown(author.name),
          count(author.commits),
          shares.has(author.name) ? `${shares.get(author.name) ?? ''} %` : '',
          ...changed(author),
          author.first,
          author.last,
        ]),
    ),
    ...more(authors.length, shown.authors, 'people'),
    '',
    '## When',
    '',
    ...table(
      [
        ['Week of', 'left'],
        ['Number', 'left'],
        ['Commits', 'right'],
        ['Added', 'right'],
        ['Removed', 'right'],
        ['By', 'left'],
      ],
      weeks.map((week) => [
        week.start,
        weekNames.get(week.start) ?? '',
        count(week.commits),
        ...changed(week),
        people(week.authors),
      ]),
    ),
    ...more(history.weeks.length, weeks.filter(({commits}) => commits > 0).length, 'weeks with commits before'),
    '',
    '## What',
    '',
    ...table(
      [
        ['Folder', 'left'],
        ['Commits', 'right'],
        ['Added', 'right'],
        ['Removed', 'right'],
        ['Mostly by', 'left'],
      ],
      folders
        .slice(0, shown.folders)
        .map((folder) => [
          folder.path === topLevel ? 'top level' : escapeMarkdown(folder.path),
          count(folder.commits),
          ...changed(folder),
          mostly(folder),
        ]),
    ),
    ...more(folders.length, shown.folders, 'folders'),
    '',
    '## Files that changed most',
    '',
    ...table(
      [
        ['File', 'left'],
        ['Commits', 'right'],
        ['Added', 'right'],
        ['Removed', 'right'],
        ['Mostly by', 'left'],
      ],
      files
        .slice(0, shown.files)
        .map((file) => [escapeMarkdown(file.path), count(file.commits), ...changed(file), mostly(file)]),
    ),
    ...more(fileCount, shown.files, 'files'),
    '',
    '## Latest commits',
    '',
    ...table(
      [
        ['Commit', 'left'],
        ['Day', 'left'],
        ['Author', 'left'],
        ['Subject', 'left'],
      ],
      latest
        .slice(0, shown.commits)
        .map(({shortHash, timestamp, author, message}) => [
          shortHash,
          new Date(timestamp).toISOString().slice(0, 10),
          escapeMarkdown(author),
          escapeMarkdown(message),
        ]),
    ),
    '',
    '*Days and weeks are in UTC; a week begins on Monday. Lines of merges are counted where they were written.*',
    '',
  ].join('\n');
}

const mostly = ({mostly: name, people: number}: {readonly mostly: string; readonly people: number}): string =>
  number > 1 ? `${escapeMarkdown(name)}, of ${number}` : escapeMarkdown(name);

/** `Ada 3, Grace 1` */
function people(authors: ReadonlyMap<string, number>): string {
  const ranked = [...authors].sort(([a, commitsOfA], [b, commitsOfB]) => commitsOfB - commitsOfA || (a < b ? -1 : 1));
  const rest = ranked.slice(4).reduce((sum, [, commits]) => sum + commits, 0);
  const named = ranked.slice(0, 4).map(([name, commits]) => `${escapeMarkdown(name)} ${commits}`);
  return [...named, ...(rest > 0 ? [`others ${rest}`] : [])].join(', ');
}
