// A person runs programs: one that works, one that fails, and a server in the background that is asked and stopped.
import {ShellModuleDefinition, ToolError} from 'haft';

const server = `
  const server = require('node:http').createServer((request, response) => response.end('Hello from ' + request.url));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

const shell = await ShellModuleDefinition.create({
  commands: {node: {path: process.execPath, flags: ['-e <script>', '--check']}},
  timeout: 20_000,
});
try {
  // A list of arguments goes to the program as it is: there is no shell that would read the second one.
  const {stdout} = await shell.execute(['node', '-e', 'console.log(process.argv[1])', '$HOME; rm -rf ~']);
  console.log('said:', stdout.trim());

  try {
    await shell.execute(`node -e 'console.error("The disk is full"); process.exitCode = 3'`);
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    console.log('failed:', error.code, error.context?.['exitCode'], String(error.context?.['stderr']).trim());
  }

  // What the config does not name is refused before anything runs.
  const refused = await shell.getTool('execute').execute({command: 'curl https://example.com'});
  if (!refused.success) console.log('refused:', refused.error.message);

  const running = await shell.start(['node', '-e', server]);
  const port = (await shell.read({process: running, wait: 20_000})).stdout.trim();
  const answer = await fetch(`http://127.0.0.1:${port}/haft`);
  console.log('answered:', await answer.text());
  const {signal} = await shell.stop({process: running});
  console.log('stopped by', signal);
} finally {
  await shell.cleanup();
}
