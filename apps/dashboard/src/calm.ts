/*
 * The first page consists of what its list needs. Everything else waits until the list is there, so that it does not compete with
 * it for the connection and the processor.
 */

const { promise, resolve } = Promise.withResolvers<void>();

/** The first list or bug is on screen. A page that has neither says nothing. */
export const contentIsThere = resolve;

/** What is there to see at first, or nothing that would be. */
export const afterContent: Promise<void> = Promise.race([
  promise,
  new Promise<void>((pass) => setTimeout(pass, 3_000)),
]);

/** Moreover nobody is doing anything. */
export const whenCalm: Promise<void> = afterContent.then(
  () =>
    new Promise((pass) => {
      // Safari has no such callback.
      const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
      idle(() => pass(), { timeout: 2_000 });
    }),
);
