import { useMemo, useState } from 'react';
import { visibleText } from '../../components/visible-text.ts';
import { CopyButton } from '../copy-button.tsx';
import { Section } from '../section.tsx';
import { countOwn, type Part, parseStackTrace } from './parse.ts';
import styles from './stack-trace.module.css';
import { whatFits } from './what-fits.ts';

/** Stack trace with app frames highlighted and library frames collapsed. Long traces are truncated until expanded. */
export function StackTrace({ trace }: { trace: string }) {
  const parts = useMemo(() => parseStackTrace(trace), [trace]);
  const [isWhole, setWhole] = useState(false);
  const { shown, hidden } = useMemo(
    () => (isWhole ? { shown: parts, hidden: 0 } : whatFits(parts)),
    [parts, isWhole],
  );
  const own = countOwn(parts);
  return (
    <Section
      title="Stack trace"
      note={own > 0 ? `${own} app ${own === 1 ? 'frame' : 'frames'}` : undefined}
      actions={<CopyButton text={trace} what="stack trace" />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className={styles.trace} tabIndex={0}>
        {shown.map((part, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes
          <Piece key={nth} part={part} isFirst={nth === 0} />
        ))}
        {hidden > 0 && (
          <button type="button" className={styles.fold} onClick={() => setWhole(true)}>
            {hidden.toLocaleString('en')} more {hidden === 1 ? 'line' : 'lines'}
          </button>
        )}
      </pre>
    </Section>
  );
}

function Piece({ part, isFirst }: { part: Part; isFirst: boolean }) {
  if (part.kind === 'libraries') return <Libraries {...part} />;
  const text = visibleText(part.text);
  if (part.kind === 'text') return <span className={isFirst ? styles.message : styles.text}>{text}</span>;
  const name = visibleText(part.name);
  const at = name ? text.indexOf(name) : -1;
  if (at < 0) return <span className={styles.own}>{text}</span>;
  return (
    <span className={styles.own}>
      {text.slice(0, at)}
      <b>{name}</b>
      {text.slice(at + name.length)}
    </span>
  );
}

function Libraries({ text, count }: Extract<Part, { kind: 'libraries' }>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count === 1 ? '1 library frame' : `${count.toLocaleString('en')} library frames`}
      </button>
      {isOpen && <span className={styles.library}>{visibleText(text)}</span>}
    </>
  );
}
