export interface Hit {
  readonly document: number;
  readonly score: number;
}

/** Keeps the best `limit` of many hits, without sorting all: a heap whose root is the worst of the kept. */
export class BestHits {
  readonly #limit: number;
  readonly #heap: Hit[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a hit must be above to be kept. */
  get threshold(): number {
    return this.#heap.length < this.#limit ? 0 : (this.#heap[0]?.score ?? Infinity);
  }

  add(hit: Hit): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(hit);
      this.#rise(heap.length - 1);
    } else if (heap[0] && worse(heap[0], hit)) {
      heap[0] = hit;
      this.#sink(0);
    }
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfWorse(index, parent)) return;
      index = parent;
    }
  }

  #sink(from: number): void {
    let index = from;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const [a, b] = [this.#heap[left], this.#heap[right]];
      if (!a) return;
      const worst = b && worse(b, a) ? right : left;
      if (!this.#swapIfWorse(worst, index)) return;
      index = worst;
    }
  }

  /** The worse of two is nearer to the root. */
  #swapIfWorse(child: number, parent: number): boolean {
    const [a, b] = [this.#heap[child], this.#heap[parent]];
    if (!a || !b || !worse(a, b)) return false;
    this.#heap[child] = b;
    this.#heap[parent] = a;
    return true;
  }

  /** Best first. */
  sorted(): Hit[] {
    return [...this.#heap].sort((a, b) => (worse(a, b) ? 1 : -1));
  }
}

/** Of equal scores the one that was added first is better, so that answers are stable. */
function worse(a: Hit, b: Hit): boolean {
  return a.score === b.score ? a.document > b.document : a.score < b.score;
}
