import type { ReactNode } from 'react';
import { Link } from '../components/link.tsx';

interface Props {
  id: number;
  /** Opens the bug where this one is shown; a press with a modifier opens a new tab as links do. */
  onOpen(id: number): void;
  className?: string | undefined;
  title?: string;
  children?: ReactNode;
}

/** A link to another bug. */
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
