import {describe, expect, test} from '@jest/globals';
import {showProgress} from '../../src/cli/progress.js';
import {Output} from '../../src/cli/output.js';
import {defineModule} from '../../src/core/define-module.js';
import {defineTool} from '../../src/core/define-tool.js';
import {Runtime} from '../../src/core/runtime.js';

const slow = defineModule({
  name: 'slow',
  module: 'SlowModule',
  description: 'Takes its time',
  tools: [
    defineTool({
      name: 'work',
      description: 'Works in steps',
      input: {},
      run: (_module, _input, call) => {
        call.progress(0.25, 'half of a half');
        call.progress(0.251, 'half of a half');
        call.progress('\u001b[2Jnearly\nthere');
        return 'done';
      },
    }),
  ],
});

/** What is written while a call tells of its progress. */
async function shown(isTTY: boolean, asLines: boolean): Promise<{stdout: string; stderr: string}> {
  const written = {stdout: '', stderr: ''};
  const output = (name: keyof typeof written) => ({
    isTTY,
    columns: 40,
    write: (text: string) => (written[name] += text),
  });
  const io = {stdin: (async function* () {})(), stdout: output('stdout'), stderr: output('stderr'), env: {}, cwd: '/'};
  const runtime = new Runtime();
  const module = await slow.create({}, runtime);
  const end = showProgress(runtime, new Output(io, {json: false, isPlain: true}), asLines);
  await module.getTool('work').execute({});
  end();
  await module.getTool('work').execute({});
  await runtime.close();
  return written;
}

describe('progress of a call', () => {
  test('is one line that is written over on a terminal, and gone in the end', async () => {
    const {stdout, stderr} = await shown(true, false);

    expect(stdout).toBe('');
    expect(stderr).toBe('\r\u001b[Kslow.work: 25 % half of a half\r\u001b[Kslow.work: ␛[2Jnearly there\r\u001b[K');
  });

  test('is lines elsewhere, where they are asked for, each once', async () => {
    const {stdout, stderr} = await shown(false, true);

    expect(stdout).toBe('');
    expect(stderr).toBe('slow.work: 25 % half of a half\nslow.work: ␛[2Jnearly there\n');
  });

  test('is nothing where nobody asks for it', async () => {
    expect(await shown(false, false)).toEqual({stdout: '', stderr: ''});
  });
});
