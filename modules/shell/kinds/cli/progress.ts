import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {Call} from '../../../../src/sdk.js';
import {groupNames, PatternTime, readPattern} from './pattern.js';
import type {Problem} from './reading.js';

/** Told of every line that a program writes, as long as it runs. */
type OnLine = (line: string) => void;

/** How the lines of a program become the progress of a call; undefined where nobody wants to know. */
export function readProgress(progress: unknown, at: string, problem: Problem): ((call: Call) => OnLine) | undefined {
  if (progress === 'lines') return (call) => (line) => call.progress(line);
  if (!isRecord(progress) || typeof progress['regex'] !== 'string') return undefined;
  const source = progress['regex'];
  const pattern = readPattern(source, 'u', `${at}.regex`, problem);
  if (!pattern) return undefined;
  const names = groupNames(source);
  if (!['percent', 'done', 'message'].some((name) => names.includes(name))) {
    const remedy = 'Name (?<percent>…), (?<done>…) and (?<total>…), or (?<message>…)';
    problem(`${at}.regex`, 'It has no group that tells progress', remedy, source);
  } else if (names.includes('done') !== names.includes('total')) {
    problem(`${at}.regex`, '"done" and "total" belong together', 'Name both groups, or use (?<percent>…)', source);
  }
  return (call) => tellMatches(pattern, call);
}

/** ms that the lines of one turn may take; those of a faster program are not looked at, but for the next ones. */
const turnTime = 50;

/** Tells what matches: a fraction when it has grown by a hundredth, a message when it is another one. */
function tellMatches(pattern: RegExp, call: Call): OnLine {
  const time = new PatternTime();
  let isOver = false;
  let last = '';
  let spent: number | undefined;
  return (line) => {
    if (isOver || (spent ?? 0) > turnTime) return;
    if (spent === undefined) setImmediate(() => (spent = undefined));
    const started = performance.now();
    try {
      const groups = time.run(() => pattern.exec(line))?.groups;
      if (!groups) return;
      const fraction = fractionOf(groups);
      const {message} = groups;
      const told = `${fraction === undefined ? '' : String(Math.floor(fraction * 100))} ${message ?? ''}`;
      if (told === last) return;
      last = told;
      call.progress(fraction ?? message ?? line, message);
    } catch (error) {
      // Progress is worth no more time, and no failure.
      if (!ToolError.isToolError(error)) throw error;
      isOver = true;
    } finally {
      spent = (spent ?? 0) + performance.now() - started;
    }
  };
}

function fractionOf({percent, done, total}: Readonly<Record<string, string | undefined>>): number | undefined {
  const fraction = percent === undefined ? Number(done) / Number(total) : Number(percent) / 100;
  return Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : undefined;
}
