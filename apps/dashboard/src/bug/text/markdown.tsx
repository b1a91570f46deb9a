import { lazy, Suspense } from 'react';
import { Lines } from '../../components/lines.tsx';
import type { CommentImage } from '../comments/images.ts';

interface Props {
  children: string;
  /** Those that the text may show. */
  images?: readonly CommentImage[] | undefined;
}

/** The parser comes when there is something to format. Without it everything can still be read. */
const Rendered = lazy(() =>
  import('./rendered.tsx').then(
    ({ Rendered }) => ({ default: Rendered }),
    () => ({ default: Lines }),
  ),
);

/** Text that somebody wrote, as Markdown: a safe subset of it, in which `#12` leads to the bug of that number. */
export const Markdown = (props: Props) => (
  <Suspense fallback={<Lines>{props.children}</Lines>}>
    <Rendered {...props} />
  </Suspense>
);
