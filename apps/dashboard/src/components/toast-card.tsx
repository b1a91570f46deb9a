import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import styles from './toast.module.css';
import { type Toast, toasts } from './toasts.ts';

/** Duration of a toast, equal to the undo window. */
const lifeMs = 8_000;

export function ToastCard({ toast: { id, text, action, isProblem } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const [end] = useState(() => Date.now() + lifeMs);

  // The toast stays while it is hovered or focused. Its timer does not restart, because undo expires with it.
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.hide(id), end - Date.now());
    return () => clearTimeout(timer);
  }, [id, isHeld, end]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast open
    <div
      className={`${styles.toast} ${isProblem ? styles.problem : ''}`}
      role={isProblem ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isProblem && <Icon name="warning" />}
      <span className={styles.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toasts.hide(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {action?.keys && <Kbd keys={action.keys} />}
      <Button kind="quiet" className={styles.close} aria-label="Dismiss" onClick={() => toasts.hide(id)}>
        <Icon name="cross" />
      </Button>
    </div>
  );
}
