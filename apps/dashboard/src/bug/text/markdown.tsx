import { lazy, Suspense } from 'react';
import { Lines } from '../../components/lines.tsx';
import type { CommentImage } from '../comments/images.ts';

interface Props {
  children: string;
  /** Images that the text may embed. */
  images?: readonly CommentImage[] | undefined;
}

/** The parser is lazy-loaded. Until then, or on failure, the plain text is shown. */
const Rendered = lazy(() =>
  import('./rendered.tsx').then(
    ({ Rendered }) => ({ default: Rendered }),
    () => ({ default: Lines }),
  ),
);

/** Untrusted Markdown, limited to a safe subset. `#12` links to that bug. */
export const Markdown = (props: Props) => (
  <Suspense fallback={<Lines>{props.children}</Lines>}>
    <Rendered {...props} />
  </Suspense>
);
