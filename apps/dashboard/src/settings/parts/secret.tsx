import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { CodeLine } from './code.tsx';
import styles from './secret.module.css';

interface Props {
  /** Heading: "Your new key “CI”". */
  title: string;
  /** Noun for the copy button: "key". */
  what: string;
  secret: string;
  children?: ReactNode;
  onDone: () => void;
}

/** A secret that is shown once. It takes the focus so that it is not missed. */
export function Secret({ title, what, secret, children, onDone }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.secret} tabIndex={-1} aria-label={title}>
      <h3>{title}</h3>
      <p>Copy it now. It will not be shown again.</p>
      <CodeLine what={what}>{secret}</CodeLine>
      {children}
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  );
}
