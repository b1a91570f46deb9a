import type { ReactNode } from 'react';
import { Link } from '../components/link.tsx';

interface Props {
  id: number;
  /** Opens the bug in the current view. A click with a modifier key opens a new tab instead. */
  onOpen(id: number): void;
  className?: string | undefined;
  title?: string;
  children?: ReactNode;
}

export function BugLink({ id, onOpen, className, title, children }: Props) {
  return (
    <Link
      to={`/bugs/${id}`}
      className={className}
      title={title}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen(id);
      }}
    >
      {children ?? `#${id}`}
    </Link>
  );
}
