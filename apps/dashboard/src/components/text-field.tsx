import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'name'> {
  label: string;
  name: string;
  /** Help text. */
  description?: ReactNode;
  /** Validation error. */
  error?: string | undefined;
  /** Content beside the label, such as a link. */
  beside?: ReactNode;
  /** Content inside the field, at its end. */
  inside?: ReactNode;
}

/** A labelled text field. Description and error are linked with aria-describedby. */
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
