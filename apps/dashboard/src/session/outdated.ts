import { keptInTab } from './kept.ts';

const name = 'skep.reloaded';
/** Limits reloads during a rolling upgrade, when old and new builds alternate. */
const onceInMs = 60_000;

/**
 * An upgrade removes the files of the previous build, so an open page can no longer load its chunks. Then
 * the page reloads, unless the service is unreachable or still has the same build.
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
