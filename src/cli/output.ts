import type {Io} from './io.js';
import {renderTable} from './table.js';
import type {Column} from './table.js';
import {Terminal} from './terminal.js';

/** Functions say of a fact that it follows from the input; JSON has no word for that. */
const dependsOnInput = (_key: string, value: unknown): unknown =>
  typeof value === 'function' ? 'depends on the input' : value;

/** JSON leaves the control characters above ASCII, and marks that reverse text, as they are; escaped they mean the same. */
const asciiControls = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export interface OutputForm {
  readonly json: boolean;
  /** Without colours, whatever the terminal. */
  readonly isPlain: boolean;
}

/** What a command prints with: the answer goes to stdout, all else to stderr. */
export class Output {
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Whether the answer is one JSON document. */
  readonly json: boolean;

  constructor(io: Io, {json, isPlain}: OutputForm) {
    const colours = isPlain ? {colours: false} : {};
    this.stdout = new Terminal(io.stdout, io.env, colours);
    this.stderr = new Terminal(io.stderr, io.env, colours);
    this.json = json;
  }

  document(value: unknown): void {
    this.stdout.line(asciiControls(JSON.stringify(value, dependsOnInput, 2) ?? 'null'));
  }

  /** A table on stdout, its titles and first column set off. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], indent = ''): void {
    const {stdout} = this;
    const decorate = (text: string, column: number, row: number | 'title'): string =>
      row === 'title' ? stdout.style('dim', text) : column === 0 ? stdout.style('cyan', text) : text;
    for (const line of renderTable(columns, rows, {width: stdout.width, indent, decorate})) stdout.line(line);
  }

  heading(text: string): void {
    this.stdout.line(this.stdout.style('bold', text));
  }

  /** For people, while it works; never part of the answer. */
  note(text: string): void {
    this.stderr.line(text);
  }
}
