/** Items that come while a batch is being written are written together by the next one. Resolves when an item is written. */
export function createBatches<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    waiting.push(item);
    if (!next) {
      next = last.then(() => {
        const items = waiting;
        waiting = [];
        next = undefined;
        return write(items);
      });
      last = next.catch(() => {});
    }
    return next;
  };
}
