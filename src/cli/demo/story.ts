/** Who, when (day and hour of the story), why, and how many lines each file has from then on; 0 deletes it. */
export interface StoryCommit {
  readonly author: keyof typeof people;
  readonly day: number;
  readonly hour: number;
  readonly message: string;
  readonly files: Readonly<Record<string, number>>;
}

export const people = {
  ines: 'Inés Duarte <ines@tide-clock.example>',
  tomo: 'Tomo Kimura <tomo@tide-clock.example>',
  ruth: 'Ruth Adeyemi <ruth@tide-clock.example>',
  pavel: 'Pavel Novák <pavel@tide-clock.example>',
} as const;

/** Monday, 5 January 2026, in seconds since the epoch. */
export const storyBegin = 1_767_571_200;

/** A small project of four people over nine weeks, for where there is no history to look at. */
export const story: readonly StoryCommit[] = [
  {author: 'ines', day: 0, hour: 9, message: 'Begin: what a tide clock is', files: {'README.md': 8, LICENSE: 5}},
  {author: 'ines', day: 1, hour: 14, message: 'Compute the phase of the moon', files: {'src/moon.js': 14}},
  {
    author: 'tomo',
    day: 3,
    hour: 10,
    message: 'Test the moon against two known full moons',
    files: {'test/moon.test.js': 12},
  },
  {author: 'ines', day: 8, hour: 11, message: 'High and low water from the phase', files: {'src/tide.js': 18}},
  {author: 'tomo', day: 9, hour: 16, message: 'Tides: tests for Lisbon', files: {'test/tide.test.js': 16}},
  {author: 'ines', day: 10, hour: 9, message: 'Harbours are data', files: {'data/harbours.json': 7, 'src/tide.js': 22}},
  {author: 'ruth', day: 15, hour: 13, message: 'Draw a dial for the terminal', files: {'src/dial.js': 15}},
  {author: 'ruth', day: 16, hour: 15, message: 'The dial shows rising | falling', files: {'src/dial.js': 21}},
  {
    author: 'ines',
    day: 18,
    hour: 10,
    message: 'A command: tide-clock HARBOUR',
    files: {'src/main.js': 13, 'README.md': 15},
  },
  {author: 'pavel', day: 22, hour: 9, message: 'Harbours of the North Sea', files: {'data/harbours.json': 14}},
  {
    author: 'tomo',
    day: 24,
    hour: 17,
    message: 'Run the tests on every push',
    files: {'.github/workflows/test.yml': 11},
  },
  {
    author: 'ruth',
    day: 25,
    hour: 11,
    message: 'Escape <harbour> names that come from the command line',
    files: {'src/main.js': 17},
  },
  {
    author: 'pavel',
    day: 37,
    hour: 10,
    message: 'Add the Baltic: there are hardly any tides',
    files: {'data/harbours.json': 18},
  },
  {
    author: 'ines',
    day: 38,
    hour: 12,
    message: 'Phase to a minute, after Meeus',
    files: {'src/moon.js': 24, 'test/moon.test.js': 20},
  },
  {author: 'ines', day: 39, hour: 9, message: 'Explain the phase', files: {'docs/moon.md': 12}},
  {
    author: 'tomo',
    day: 43,
    hour: 15,
    message: 'Simplify: one table of constants',
    files: {'src/tide.js': 15, 'src/moon.js': 19},
  },
  {
    author: 'ruth',
    day: 44,
    hour: 10,
    message: 'Dial: leave out what a narrow terminal can not show',
    files: {'src/dial.js': 17},
  },
  {author: 'pavel', day: 45, hour: 14, message: 'docs: where the data comes from', files: {'docs/harbours.md': 10}},
  {author: 'ines', day: 50, hour: 11, message: 'Answer in JSON too', files: {'src/main.js': 22, 'README.md': 21}},
  {
    author: 'tomo',
    day: 52,
    hour: 16,
    message: 'Drop the workflow, the forge runs tests by itself',
    files: {'.github/workflows/test.yml': 0},
  },
  {author: 'ruth', day: 57, hour: 9, message: 'A dial in colour', files: {'src/dial.js': 26, 'docs/dial.md': 7}},
  {author: 'ines', day: 60, hour: 18, message: 'Version 1.0', files: {'README.md': 24, 'CHANGELOG.md': 6}},
];

/** The first lines of a file of the story: words enough to be counted, changed and moved about. */
export function storyText(path: string, lines: number): string {
  const comment = path.endsWith('.md') || !path.includes('.') ? '' : path.endsWith('.yml') ? '# ' : '// ';
  const topic = path.slice(path.lastIndexOf('/') + 1);
  const line = (index: number): string =>
    `${comment}${topic}, line ${index + 1}: ${phrases[index % phrases.length] ?? ''}`;
  return Array.from({length: lines}, (_, index) => `${line(index)}\n`).join('');
}

const phrases = [
  'the moon pulls, the water follows',
  'a tide takes twelve hours and twenty-five minutes',
  'spring tides come with the full and the new moon',
  'neap tides come a week later',
  'a harbour has its own delay',
  'wind and pressure are left out',
] as const;
