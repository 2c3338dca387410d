// Runs the snippets of a page one after the other, each in a folder of its own, and prints what each wrote: a JSON array of
// `{output, error}` at the end of stdout. One process a page, because loading haft costs more than most snippets.
import {pathToFileURL} from 'node:url';

const outcomes = [];
const write = process.stdout.write.bind(process.stdout);
for (const [folder, file] of JSON.parse(process.argv[2])) {
  const outcome = {output: ''};
  outcomes.push(outcome);
  process.chdir(folder);
  process.stdout.write = (text) => {
    outcome.output += text;
    return true;
  };
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    outcome.error = String(error?.stack ?? error);
  }
}
process.stdout.write = write;
process.on('exit', () => write(`${JSON.stringify(outcomes)}\n`));
