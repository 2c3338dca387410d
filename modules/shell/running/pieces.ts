export type StreamName = 'stdout' | 'stderr';

interface Piece {
  readonly stream: StreamName;
  readonly bytes: Buffer;
}

/** Pieces after which small ones are joined: a piece of one byte takes two hundred. */
const mostLoose = 256;

/** What came from two streams, in order, piece by piece. */
export class Pieces {
  readonly #pieces: Piece[] = [];
  /** Pieces at the end that are not joined yet. */
  #loose = 0;
  #size = 0;

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  push(stream: StreamName, bytes: Buffer): void {
    this.#pieces.push({stream, bytes});
    this.#size += bytes.length;
    if (++this.#loose >= mostLoose) this.#join();
  }

  /** Joins the loose ones to one for each stream; which of the streams came first among them is lost. */
  #join(): void {
    const loose = this.#pieces.splice(-this.#loose);
    this.#loose = 0;
    for (const stream of ['stdout', 'stderr'] as const) {
      const bytes = concat(loose, stream);
      if (bytes.length > 0) this.#pieces.push({stream, bytes});
    }
  }

  /** Drops the oldest bytes until `most` are left; tells what was dropped. */
  shrink(most: number, dropped: (stream: StreamName, bytes: number) => void): void {
    for (let over = this.#size - most; over > 0;) {
      const [first] = this.#pieces;
      if (!first) return;
      const {stream, bytes} = first;
      const gone = Math.min(over, bytes.length);
      if (gone === bytes.length) this.#pieces.shift();
      else this.#pieces[0] = {stream, bytes: bytes.subarray(gone)};
      dropped(stream, gone);
      over -= gone;
      this.#size -= gone;
    }
    this.#loose = Math.min(this.#loose, this.#pieces.length);
  }

  /** All of one stream. */
  of(stream: StreamName): Buffer {
    return concat(this.#pieces, stream);
  }
}

const concat = (pieces: readonly Piece[], stream: StreamName): Buffer =>
  Buffer.concat(pieces.filter((piece) => piece.stream === stream).map(({bytes}) => bytes));
