import {defineTool} from '../../../src/sdk.js';
import {takePatchBack} from '../changes/patch.js';
import type {Patch} from '../changes/patch.js';
import {commonErrors} from '../errors.js';
import {fsFile} from '../handles.js';
import {openByFlags, unmake} from '../open-files/open-by-flags.js';
import type {MadeFile} from '../open-files/open-by-flags.js';
import {flagNames, openFlags} from '../open-files/open-flags.js';
import type {OpenFlag} from '../open-files/open-flags.js';
import {attempt, modeInput, named, pathInput, toMode} from './shared.js';
import type {FileSystem} from './shared.js';

/** Whether an `open` may change something: all but one for reading of a file that is there. */
const changes = ({flags = 'r', createIfMissing}: Record<string, unknown>): boolean =>
  flags !== 'r' || createIfMissing === true;

export const open = defineTool({
  name: 'open',
  description:
    "Open a file to read or write parts of it with readChunk, writeChunk, seek and truncate; close ends it. For whole files read and write are simpler. flags as in fopen: 'r' to read (the default), 'r+' to read and write, 'w' to empty or make it, 'a' to add to its end, with '+' to read too, with 'x' to make it and fail when it is there.",
  aliases: ['openFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'open', 'handle', 'range', 'large'],
  input: {
    path: pathInput,
    flags: {type: 'string', enum: flagNames, default: 'r', description: "What the file is opened for, as in Node's fs"},
    createIfMissing: {
      type: 'boolean',
      description: "Make the file where there is none; default: what flags say, which is yes for 'w' and 'a'",
    },
    mode: {...modeInput, description: `${modeInput.description}, of a file that is made; default: the system's`},
  },
  output: {handle: fsFile},
  returns: 'The file handle that readChunk, writeChunk, seek, truncate and close take',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path is a folder or no regular file, or holds a NUL byte',
    RESOURCE_EXISTS: "There is a file already, and flags have an 'x'",
    LIMIT_EXCEEDED: 'maxOpenHandles files and watchers are open',
    OPEN_FAILED: 'The file could not be opened',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: changes,
    reversible: changes,
    dependencies: ['fs.stats'],
  },
  positional: ['path', 'flags'],
  securityTier: 2,
  limitations: ['What is written through the handle is seen by readers while it is written'],
  examples: [
    {description: 'Open a file to read it', input: {path: 'big.log'}, setup: {files: {'big.log': 'one\ntwo\n'}}},
    {description: 'Make a file and write into it', input: {path: 'new.csv', flags: 'w'}},
    {
      description: 'Empty a file and write into it',
      input: {path: 'old.csv', flags: 'w+'},
      setup: {files: {'old.csv': 'a,b\n'}},
    },
    {
      description: 'Open what is not there',
      input: {path: 'missing.log'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const flags: OpenFlag = input.flags;
    const create = input.createIfMissing ?? openFlags[flags].create;
    const {write, read} = openFlags[flags];
    if (read) files.assertMay('read');
    const target = write || create ? files.writable(input.path) : files.readable(input.path);
    return attempt('OPEN_FAILED', target.asked, () =>
      files.change([target], async (location) => {
        const file = await openByFlags(files, location, {flags, create, mode: toMode(input.mode)}, call);
        return named(fsFile, file, call);
      }),
    );
  },
  async undo(fs: FileSystem, record: MadeFile | Patch) {
    const files = fs.wrappedInstance;
    await attempt('OPEN_FAILED', record.segments, () =>
      'made' in record ? unmake(files, record) : takePatchBack(files, record),
    );
  },
});
