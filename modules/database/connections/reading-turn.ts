/** The part of a turn of the event loop in which what servers have sent is read. */
export class ReadingTurn {
  #over: Promise<void> | undefined;

  /** When all that has come by now is read, which those who wait for it share. */
  over(): Promise<void> {
    return (this.#over ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#over = undefined;
        resolve();
      });
    }));
  }
}
