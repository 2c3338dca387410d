const nothing = {documents: new Uint32Array(0), weights: new Float32Array(0)};
const firstCapacity = 8;

/**
 * Which documents have a term, in ascending order, and how strongly. Most terms of a large vocabulary occur once, so the first
 * document is kept in the list itself; arrays come with the second and grow by doubling.
 */
export class PostingList {
  readonly #firstDocument: number;
  readonly #firstWeight: number;
  #documents = nothing.documents;
  #weights = nothing.weights;
  /** Of those in the arrays. */
  #more = 0;

  constructor(document: number, weight: number) {
    this.#firstDocument = document;
    this.#firstWeight = weight;
  }

  get size(): number {
    return this.#more + 1;
  }

  push(document: number, weight: number): void {
    if (this.#more === this.#documents.length) this.#grow();
    this.#documents[this.#more] = document;
    this.#weights[this.#more] = weight;
    this.#more++;
  }

  #grow(): void {
    const capacity = Math.max(firstCapacity, this.#more * 2);
    const documents = new Uint32Array(capacity);
    documents.set(this.#documents);
    this.#documents = documents;
    const weights = new Float32Array(capacity);
    weights.set(this.#weights);
    this.#weights = weights;
  }

  /** Adds the BM25 part of this term to the scores of its documents; `norms` are the length norms. */
  score(scores: Float32Array, norms: Float32Array, factor: number): void {
    const first = this.#firstDocument;
    const part = (factor * this.#firstWeight) / (this.#firstWeight + (norms[first] ?? 0));
    scores[first] = (scores[first] ?? 0) + part;
    const documents = this.#documents;
    const weights = this.#weights;
    const size = this.#more;
    // A plain indexed loop over typed arrays: this is where a search spends its time.
    for (let index = 0; index < size; index++) {
      const document = documents[index] ?? 0;
      const weight = weights[index] ?? 0;
      scores[document] = (scores[document] ?? 0) + (factor * weight) / (weight + (norms[document] ?? 0));
    }
  }
}
