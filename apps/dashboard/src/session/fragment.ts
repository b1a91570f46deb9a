import { keptInTab } from './kept.ts';

/** Pages that receive a secret in the URL fragment, which browsers never send to servers. */
const pages = ['/auth/callback', '/invitation', '/reset-password', '/verify-email'] as const;
type Page = (typeof pages)[number];

const nameOf = (page: Page) => `skep.fragment${page}`;

/**
 * Removes the secret from the URL and the history. The tab keeps it in sessionStorage until it is
 * used, because the user may have to log in first. Must run before anything else reads the URL.
 */
export function takeFragment(): void {
  const { pathname, search, hash } = location;
  const page = pages.find((each) => each === pathname);
  if (!page) return;
  if (hash) {
    keptInTab.set(nameOf(page), hash.slice(1));
    history.replaceState(history.state, '', pathname + search);
  }
  // A second link to the open page changes only the fragment.
  addEventListener('hashchange', () => location.reload());
}

export const fragmentOf = (page: Page) => new URLSearchParams(keptInTab.get(nameOf(page)) ?? '');

export const forgetFragment = (page: Page) => keptInTab.remove(nameOf(page));
