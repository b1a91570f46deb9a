import { type ComponentProps, type ReactNode, useId } from 'react';
import field from '../../components/text-field.module.css';
import styles from './field.module.css';

interface Labelled {
  label: string;
  name: string;
  /** Help text, hidden while there is an error. */
  description?: ReactNode;
  /** Validation error. */
  error?: string | undefined;
}

function Around({
  id,
  label,
  description,
  error,
  children,
}: Omit<Labelled, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div className={field.field}>
      <span className={field.top}>
        <label htmlFor={id}>{label}</label>
      </span>
      {children}
      <span className={field.error} id={`${id}-error`}>
        {error}
      </span>
      <span className={field.description} id={`${id}-description`}>
        {error === undefined && description}
      </span>
    </div>
  );
}

const described = (id: string, error: string | undefined) => ({
  id,
  'aria-invalid': error !== undefined,
  'aria-describedby': `${id}-description ${id}-error`,
});

/** A multi-line field that grows with its content. */
export function TextArea({
  label,
  description,
  error,
  ...rest
}: Labelled & Omit<ComponentProps<'textarea'>, 'name'>) {
  const id = useId();
  return (
    <Around id={id} label={label} description={description} error={error}>
      <textarea rows={3} {...rest} {...described(id, error)} className={styles.area} />
    </Around>
  );
}

/** A native select. */
export function Select({
  label,
  description,
  error,
  ...rest
}: Labelled & Omit<ComponentProps<'select'>, 'name'>) {
  const id = useId();
  return (
    <Around id={id} label={label} description={description} error={error}>
      <select {...rest} {...described(id, error)} className={styles.select} />
    </Around>
  );
}

interface CheckProps extends ComponentProps<'input'> {
  children: ReactNode;
  /** Secondary text below. */
  hint?: ReactNode;
}

/** A checkbox, or a radio button with type="radio". */
export const Check = ({ children, hint, ...input }: CheckProps) => (
  <label className={styles.check}>
    <input type="checkbox" {...input} />
    <span>
      {children}
      {hint && <small>{hint}</small>}
    </span>
  </label>
);

interface GroupProps {
  legend: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A fieldset. */
export const Choices = ({ legend, error, children }: GroupProps) => (
  <fieldset className={styles.group}>
    <legend>{legend}</legend>
    {children}
    {error && (
      <span className={styles.wrong} role="alert">
        {error}
      </span>
    )}
  </fieldset>
);

/** Short fields on one line. */
export const FieldLine = ({ children }: { children: ReactNode }) => (
  <div className={styles.line}>{children}</div>
);
