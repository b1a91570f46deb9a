import { lazy, Suspense } from 'react';
import { Lines } from '../../components/lines.tsx';

/** The parser comes when there is something to format. Without it everything can still be read. */
const Rendered = lazy(() =>
  import('./rendered.tsx').then(
    ({ Rendered }) => ({ default: Rendered }),
    () => ({ default: ({ text }: { text: string }) => <Lines>{text}</Lines> }),
  ),
);

/** Text that somebody wrote, as Markdown: a safe subset of it, in which `#12` leads to the bug of that number. */
export const Markdown = ({ children }: { children: string }) => (
  <Suspense fallback={<Lines>{children}</Lines>}>
    <Rendered text={children} />
  </Suspense>
);
