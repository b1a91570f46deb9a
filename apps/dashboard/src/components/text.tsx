import styles from './text.module.css';
import { visibleText } from './visible-text.ts';

/**
 * Untrusted inline text. It is bidi-isolated, so that nothing around it moves, and overflow
 * is clipped or broken.
 */
export const Text = ({ children }: { children: string }) => (
  <bdi className={styles.text}>{visibleText(children)}</bdi>
);
