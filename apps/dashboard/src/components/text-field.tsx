import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'name'> {
  label: string;
  name: string;
  /** What one should know before typing. */
  description?: ReactNode;
  /** What is wrong with what was typed. */
  error?: string | undefined;
  /** Stands at the end of the label's line, such as a link. */
  beside?: ReactNode;
  /** Stands inside of the field, at its end. */
  inside?: ReactNode;
}

/** A line of text with its label. Screen readers read description and error with it. */
export function TextField({ label, description, error, beside, inside, ...input }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <span className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </span>
      <span className={styles.box}>
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-description ${id}-error`}
        />
        {inside}
      </span>
      <span className={styles.error} id={`${id}-error`}>
        {error}
      </span>
      <span className={styles.description} id={`${id}-description`}>
        {error === undefined && description}
      </span>
    </div>
  );
}
