import { useState } from 'react';
import { Lines } from '../../components/lines.tsx';
import { keptHere } from '../../session/kept.ts';
import small from '../small-button.module.css';
import styles from './markdown.module.css';
import { Markdown } from './markdown.tsx';

const name = 'skep.formatted';

/** Whether the text contains Markdown syntax. */
const hasMarkup = (text: string) => /[*_`>[#\\]|^ *(?:[-+]|\d+[.)]) /m.test(text);

/** Description by the reporter. It is plain text unless the user turns on formatting, which the browser remembers. */
export function Description({ children: text }: { children: string }) {
  const [isFormatted, setFormatted] = useState(() => keptHere.get(name) === 'true');
  const toggle = () => {
    keptHere.set(name, String(!isFormatted));
    setFormatted(!isFormatted);
  };
  return (
    <div className={styles.description}>
      {isFormatted ? <Markdown>{text}</Markdown> : <Lines>{text}</Lines>}
      {hasMarkup(text) && (
        <button type="button" className={small.small} aria-pressed={isFormatted} onClick={toggle}>
          Formatted
        </button>
      )}
    </div>
  );
}
