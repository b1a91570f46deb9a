import type { ReactNode } from 'react';
import { CopyButton } from '../../bug/copy-button.tsx';
import styles from './code.module.css';

interface Props {
  /** A file name or a short title. */
  caption: ReactNode;
  /** Noun for the copy button: "key". */
  what: string;
  children: string;
}

/** A code block with a copy button. */
export const Code = ({ caption, what, children }: Props) => (
  <figure className={styles.code}>
    <figcaption>
      <span>{caption}</span>
      <CopyButton text={children} what={what} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <pre tabIndex={0}>{children}</pre>
  </figure>
);

/** A single line of code with a copy button. */
export const CodeLine = ({ what, children }: { what: string; children: string }) => (
  <span className={styles.line}>
    <code>{children}</code>
    <CopyButton text={children} what={what} />
  </span>
);
