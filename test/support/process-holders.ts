/** What keeps this process alive by now and did not before: `const since = processHolders()`, then `since()`. */
export function processHolders(): () => string[] {
  const before = holders();
  return () => {
    const left = [...before];
    return holders().filter((kind) => {
      const place = left.indexOf(kind);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  };
}

/** Programs, pipes, sockets and watches that are held; timers are looked at by the clock of a test. Threads are not told. */
const holders = (): string[] =>
  process.getActiveResourcesInfo().filter((kind) => /^(Process|Pipe|TCPSocket|FSEvent)Wrap$/.test(kind));
