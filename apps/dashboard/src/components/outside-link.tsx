import type { ReactNode } from 'react';

/** An untrusted link: opens a new tab and shows its real target on hover. */
export const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);
