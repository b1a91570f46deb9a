import { useNamedImages } from '../comments/images.ts';
import { Markdown } from './markdown.tsx';

/** Preview of a comment that is not on the server yet. */
export const Written = ({ bugId, children }: { bugId: number; children: string }) => (
  <Markdown images={useNamedImages(bugId, children)}>{children}</Markdown>
);
