import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** Buttons, the one that does it last. */
  actions?: ReactNode;
  /** Called by Escape, by the cross and by a press beside the dialog. Without it, the dialog has to be answered. */
  onClose?: () => void;
}

/**
 * A modal dialog: the platform's own, which makes everything below it inert and gives the focus back in the end. It is open for
 * as long as it is rendered.
 */
export function Dialog({ title, children, actions, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // What is inside comes when the dialog is open: only then can it take the focus (`autoFocus`).
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
      // What is typed here is for the dialog alone, and no shortcut of the page below.
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
