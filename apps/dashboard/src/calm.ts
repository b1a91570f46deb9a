/*
 * Deferred loading: everything that the first list does not need waits for it, so that it does not compete for
 * bandwidth and CPU.
 */

const { promise, resolve } = Promise.withResolvers<void>();

/** Called when the first list or bug is on screen. Pages without one never call it. */
export const contentIsThere = resolve;

/** Resolves when the first content is on screen, or after three seconds. */
export const afterContent: Promise<void> = Promise.race([
  promise,
  new Promise<void>((pass) => setTimeout(pass, 3_000)),
]);

/** Resolves when the browser is idle after that. */
export const whenCalm: Promise<void> = afterContent.then(
  () =>
    new Promise((pass) => {
      // Safari has no requestIdleCallback.
      const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
      idle(() => pass(), { timeout: 2_000 });
    }),
);
