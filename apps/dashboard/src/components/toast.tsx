import { lazy, Suspense, useSyncExternalStore } from 'react';
import { whenCalm } from '../calm.ts';
import styles from './toast.module.css';
import { type Toast, toasts } from './toasts.ts';

export { toasts } from './toasts.ts';

const load = () => import('./toast-card.tsx').catch(() => ({ ToastCard: PlainToast }));
const ToastCard = lazy(() => load().then(({ ToastCard }) => ({ default: ToastCard })));
void whenCalm.then(load);

/** Fallback when the toast card cannot be loaded, such as offline. */
const PlainToast = ({ toast }: { toast: Toast }) => <div className={styles.toast}>{toast.text}</div>;

/** Live region for toasts. It exists from the start, because screen readers only announce changes to known regions. */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.all);
  return (
    <section className={styles.region} aria-label="Notifications" aria-live="polite">
      <Suspense>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Suspense>
    </section>
  );
}
