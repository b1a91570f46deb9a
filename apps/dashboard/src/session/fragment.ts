import { keptInTab } from './kept.ts';

/** The pages that mails and redirects lead to with a secret in the address's fragment, which is sent to nobody. */
const pages = ['/auth/callback', '/invitation', '/reset-password', '/verify-email'] as const;
type Page = (typeof pages)[number];

const nameOf = (page: Page) => `skep.fragment${page}`;

/**
 * Takes the secret out of the address and the history at once, where others could find it later. This tab keeps it until it is
 * used, because one may have to sign in first. It must run before anything else looks at the address.
 */
export function takeFragment(): void {
  const { pathname, search, hash } = location;
  const page = pages.find((each) => each === pathname);
  if (!page) return;
  if (hash) {
    keptInTab.set(nameOf(page), hash.slice(1));
    history.replaceState(history.state, '', pathname + search);
  }
  // Another link to the page that is open already changes nothing but the fragment.
  addEventListener('hashchange', () => location.reload());
}

export const fragmentOf = (page: Page) => new URLSearchParams(keptInTab.get(nameOf(page)) ?? '');

export const forgetFragment = (page: Page) => keptInTab.remove(nameOf(page));
