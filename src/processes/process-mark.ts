import {randomBytes} from 'node:crypto';

/** A program hands its environment on to all that it starts, also to what leaves its session and loses its parent. */
const variable = 'HAFT_PROCESS';

/** Joins the marks of programs that run inside of each other. */
const separator = ':';

let prefix: string | undefined;
let count = 0;

/** A mark that no other program has: a counter behind a random prefix. */
export function newMark(): string {
  prefix ??= randomBytes(9).toString('base64url');
  return `${prefix}.${String(++count)}`;
}

/** An environment that carries a mark, and those of the programs around this process, so that they find it as well. */
export function markedEnvironment(env: Readonly<Record<string, string>>, mark: string): Record<string, string> {
  const around = process.env[variable];
  return {[variable]: around === undefined ? mark : `${around}${separator}${mark}`, ...withoutMark(env)};
}

/** Nobody else may set it: it would hide what a program starts. */
function withoutMark(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!Object.hasOwn(env, variable)) return env;
  const {[variable]: _others, ...rest} = env;
  return rest;
}

/** The marks in an environment as the system shows it: entries that end with NUL. */
export function marksIn(environ: string): readonly string[] {
  const start = environ.startsWith(`${variable}=`) ? 0 : environ.indexOf(`\0${variable}=`) + 1;
  if (start === 0 && !environ.startsWith(`${variable}=`)) return [];
  const end = environ.indexOf('\0', start);
  return environ.slice(start + variable.length + 1, end < 0 ? undefined : end).split(separator);
}
