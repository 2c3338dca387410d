#!/usr/bin/env node
import {runCli} from './run-cli.js';

const interruption = new AbortController();
// The first Ctrl-C cancels the call and lets it clean up; the next one ends the process as usual.
const interrupt = (): void => {
  interruption.abort();
};
process.once('SIGINT', interrupt);

// A reader that has seen enough (`haft tools | head -1`) is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });

const {stdin, stdout, stderr, env} = process;
const code = await runCli(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  signal: interruption.signal,
  ...(stdin.isTTY && stderr.isTTY && {person: {input: stdin, output: stderr, interrupt}}),
});
await Promise.all([flushed(stdout), flushed(stderr)]);
// What a wrapped library may have left behind (an open socket, a timer) does not keep the command.
process.exit(code);
