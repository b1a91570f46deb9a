import { Fragment } from 'react';
import { linksIn } from './links-in.ts';
import { OutsideLink } from './outside-link.tsx';
import styles from './text.module.css';
import { visibleText } from './visible-text.ts';

/** Untrusted multi-line text. Each line has its own direction; web URLs become links. */
export const Lines = ({ children }: { children: string }) => (
  <div className={styles.lines}>
    {linksIn(visibleText(children)).map(({ at, text, href }) =>
      href ? (
        <OutsideLink key={at} href={href}>
          {text}
        </OutsideLink>
      ) : (
        <Fragment key={at}>{text}</Fragment>
      ),
    )}
  </div>
);
