import type {PathRole, Signature, Signatures} from './signature.js';

/** The functions of `fs/promises` that `basePath` can confine. One that is not here can not be wrapped. */

const path = {type: 'string', required: true, description: 'Path under basePath'};
const other = (description: string): object => ({type: 'string', required: true, description});
const flag = (description: string): object => ({type: 'boolean', description});
const encoding = {type: 'string', default: 'utf8', description: 'Encoding of the text'};
const mode = {type: 'integer', minimum: 0, maximum: 0o7777, description: 'Permission bits'};
const time = {type: ['string', 'number'], required: true, description: 'Seconds since 1970, or a date'};
const id = {type: 'integer', required: true, description: 'Numeric id'};
const recursive = flag('With everything in it');

interface Row {
  readonly paths?: readonly PathRole[];
  readonly positional?: Readonly<Record<string, object>>;
  readonly options?: Readonly<Record<string, object>>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly opens?: boolean;
}

const row = ({paths = ['target'], positional = {path}, options = {}, aliases, opens = false}: Row): Signature => ({
  input: {...positional, ...options},
  positional: Object.keys(positional),
  options: Object.keys(options),
  paths,
  opens,
  ...(aliases && {aliases}),
});

const content = {type: 'string', required: true, description: 'Text to write', aliases: ['data']};
const written = row({
  opens: true,
  positional: {path, content},
  options: {encoding, mode, flag: {type: 'string', description: 'How the file is opened: w, a, wx'}},
  aliases: {data: 'content', file: 'path'},
});
const owner = (role: PathRole): Signature => row({paths: [role], positional: {path, uid: id, gid: id}});
const times = (role: PathRole): Signature => row({paths: [role], positional: {path, atime: time, mtime: time}});
const twoPaths = (opens: boolean, ...paths: readonly [from: PathRole, to: PathRole]): Signature =>
  row({
    opens,
    paths,
    positional: {source: other('Path to take from'), destination: other('Path to put it at')},
    aliases: {
      src: 'source',
      oldPath: 'source',
      from: 'source',
      dest: 'destination',
      newPath: 'destination',
      to: 'destination',
    },
  });

export const fsSignatures: Signatures = {
  access: row({positional: {path, mode: {type: 'integer', description: 'Accessibility to check'}}}),
  appendFile: written,
  chmod: row({positional: {path, mode: {...mode, required: true}}}),
  chown: owner('target'),
  copyFile: twoPaths(true, 'target', 'target'),
  lchown: owner('entry'),
  lstat: row({paths: ['entry']}),
  lutimes: times('entry'),
  mkdir: row({options: {recursive: flag('Makes the folders above it too'), mode}}),
  mkdtemp: row({positional: {prefix: other('Path that the new name begins with')}}),
  open: row({opens: true, positional: {path, flags: {type: 'string', description: 'r, w, a, …'}, mode}}),
  opendir: row({}),
  readFile: row({opens: true, options: {encoding, flag: {type: 'string', description: 'How the file is opened: r'}}}),
  readdir: row({options: {recursive, withFileTypes: flag('Answers name and type')}}),
  readlink: row({paths: ['entry']}),
  realpath: row({}),
  rename: twoPaths(false, 'entry', 'entry'),
  rm: row({paths: ['entry'], options: {recursive, force: flag('Does not mind if it is not there')}}),
  rmdir: row({paths: ['entry']}),
  stat: row({}),
  statfs: row({}),
  truncate: row({
    opens: true,
    positional: {path, length: {type: 'integer', minimum: 0, description: 'Bytes to keep'}},
    aliases: {len: 'length'},
  }),
  unlink: row({paths: ['entry']}),
  utimes: times('target'),
  writeFile: written,
};
