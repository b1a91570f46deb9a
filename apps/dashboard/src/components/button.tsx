import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

interface Props extends ComponentProps<'button'> {
  /** primary: main action · plain: secondary · quiet: inline · danger, quietDanger: leads to a loss · destroy: confirms it */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | 'quietDanger' | 'destroy';
  /** Disables the button while the action runs, keeping focus and size. */
  isBusy?: boolean;
  /** Large variant for forms. */
  isLarge?: boolean;
}

export function Button({
  kind = 'plain',
  isBusy = false,
  isLarge = false,
  className,
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, styles[kind], isLarge && styles.large, className].filter(Boolean).join(' ')}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {children}
      {isBusy && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
