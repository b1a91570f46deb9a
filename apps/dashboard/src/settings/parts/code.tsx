import type { ReactNode } from 'react';
import { CopyButton } from '../../bug/copy-button.tsx';
import styles from './code.module.css';

interface Props {
  /** What it is: a file name, "Your key". */
  caption: ReactNode;
  /** What is copied, in words: "the key". */
  what: string;
  children: string;
}

/** Text that is meant to be copied. */
export const Code = ({ caption, what, children }: Props) => (
  <figure className={styles.code}>
    <figcaption>
      <span>{caption}</span>
      <CopyButton text={children} what={what} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached with the keyboard */}
    <pre tabIndex={0}>{children}</pre>
  </figure>
);

/** A short one within its line, such as a key. */
export const CodeLine = ({ what, children }: { what: string; children: string }) => (
  <span className={styles.line}>
    <code>{children}</code>
    <CopyButton text={children} what={what} />
  </span>
);
