import styles from './message.module.css';

interface Props {
  title: string;
  children?: React.ReactNode;
}

/** Empty or error state in place of a list. */
export function Message({ title, children }: Props) {
  return (
    <section className={styles.message}>
      <svg viewBox="0 0 48 52" className={styles.comb} aria-hidden="true">
        <path d="M24 2 45 14v24L24 50 3 38V14Z" />
      </svg>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
