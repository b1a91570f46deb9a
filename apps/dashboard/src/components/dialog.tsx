import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** Buttons, with the main action last. */
  actions?: ReactNode;
  /** Called on Escape, the close button and a click outside. Without it, the dialog cannot be dismissed. */
  onClose?: () => void;
}

/**
 * A native modal dialog, which makes the page inert and restores the focus. It is open for
 * as long as it is rendered.
 */
export function Dialog({ title, children, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Renders the content after opening, because `autoFocus` works only then.
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    setOpen(true);
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Keys pressed in the dialog must not trigger shortcuts of the page.
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose?.()}
    >
      {isOpen && (
        <div className={styles.content}>
          <header className={styles.header}>
            <h2 id={titleId}>{title}</h2>
            {onClose && (
              <Button kind="quiet" className={styles.close} aria-label="Close" onClick={onClose}>
                <Icon name="cross" />
              </Button>
            )}
          </header>
          {children}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}
