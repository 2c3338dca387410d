/** Something that stands in a list and knows its neighbours, so that it can leave without being looked for. */
export interface Linked<Self> {
  previous: Self | undefined;
  next: Self | undefined;
}

/** Things in the order in which they came; adding and removing one is a matter of pointers. */
export class LinkedList<T extends Linked<T>> {
  first: T | undefined;
  #last: T | undefined;

  add(item: T): void {
    item.previous = this.#last;
    if (this.#last) this.#last.next = item;
    else this.first = item;
    this.#last = item;
  }

  remove(item: T): void {
    const {previous, next} = item;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
    item.previous = undefined;
    item.next = undefined;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let item = this.first; item; item = item.next) yield item;
  }
}
