import type { ReactNode } from 'react';

/** A link that somebody else wrote: it opens a new tab, and hovering shows where it really leads. */
export const OutsideLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);
