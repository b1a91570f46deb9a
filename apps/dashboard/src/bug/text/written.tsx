import { useNamedImages } from '../comments/images.ts';
import { Markdown } from './markdown.tsx';

/** A comment that the service does not have yet. */
export const Written = ({ bugId, children }: { bugId: number; children: string }) => (
  <Markdown images={useNamedImages(bugId, children)}>{children}</Markdown>
);
