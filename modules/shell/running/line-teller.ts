import {StringDecoder} from 'node:string_decoder';
import {noSecrets} from '../secrets.js';
import type {Secrets} from '../secrets.js';
import type {StreamName} from './pieces.js';

/** Lines of one program that are told: who reads them can not keep up with a flood. */
const mostLines = 10_000;

/** Characters of a line that are told. */
const longest = 2000;

/** Cuts what comes into lines and tells of each, as soon as it is whole. A carriage return ends a line, too. */
export class LineTeller {
  readonly #tell: (line: string) => void;
  readonly #secrets: Pick<Secrets, 'torn'>;
  readonly #streams = {stdout: new OpenLine(), stderr: new OpenLine()};
  #told = 0;

  constructor(tell: (line: string) => void, secrets: Pick<Secrets, 'torn'> = noSecrets) {
    this.#tell = tell;
    this.#secrets = secrets;
  }

  add(name: StreamName, chunk: Buffer): void {
    if (this.#told >= mostLines) return;
    const stream = this.#streams[name];
    const lines = (stream.text + stream.decoder.write(chunk)).split(/\r\n|[\r\n]/);
    // One more than is told, which tells that it is cut.
    stream.text = (lines.pop() ?? '').slice(0, longest + 1);
    for (const line of lines) this.#line(line);
  }

  /** The program ended: what has no line end is a line. */
  end(): void {
    for (const {text} of Object.values(this.#streams)) this.#line(text);
  }

  #line(line: string): void {
    if (line === '' || this.#told++ >= mostLines) return;
    this.#tell(line.length > longest ? this.#secrets.torn(line.slice(0, longest), 'end') : line);
  }
}

class OpenLine {
  readonly decoder = new StringDecoder('utf8');
  text = '';
}
