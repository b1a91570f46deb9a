import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeLine } from './code.tsx';
import styles from './secret.module.css';

interface Props {
  /** What it is: "The key “CI”". */
  title: string;
  /** What is copied, in words: "the key". */
  what: string;
  secret: string;
  children?: ReactNode;
  onDone: () => void;
}

/** Something that is shown this once. It takes the focus, so that nobody misses it. */
export function Secret({ title, what, secret, children, onDone }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.secret} tabIndex={-1} aria-label={title}>
      <h3>{title}</h3>
      <p>Copy it now: nobody can see it again, not even you.</p>
      <CodeLine what={what}>{secret}</CodeLine>
      {children}
      <div>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </section>
  );
}
