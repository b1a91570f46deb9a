import { keptInTab } from './kept.ts';

const name = 'skep.reloaded';
/** While an upgrade goes from process to process, old and new pages take turns: one attempt in this time is enough. */
const onceInMs = 60_000;

/**
 * An upgrade takes away the files of the former build, and a page that is still of that build cannot load its other parts. Then
 * the page is loaded anew. When the service cannot be reached, or has the same build, it stays as it is.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', async () => {
    if (Date.now() - Number(keptInTab.get(name)) < onceInMs) return;
    const page = await fetch('/', { cache: 'no-store' }).then(
      (response) => (response.ok ? response.text() : undefined),
      () => undefined,
    );
    const own = [...document.querySelectorAll('script[type=module]')].map(
      (each) => each.getAttribute('src') ?? '',
    );
    if (page === undefined || own.every((each) => page.includes(each))) return;
    keptInTab.set(name, String(Date.now()));
    location.reload();
  });
}
