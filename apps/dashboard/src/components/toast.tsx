import { lazy, Suspense, useSyncExternalStore } from 'react';
import { whenCalm } from '../calm.ts';
import styles from './toast.module.css';
import { type Toast, toasts } from './toasts.ts';

export { toasts } from './toasts.ts';

const load = () => import('./toast-card.tsx').catch(() => ({ ToastCard: PlainToast }));
const ToastCard = lazy(() => load().then(({ ToastCard }) => ({ default: ToastCard })));
void whenCalm.then(load);

/** When the service cannot be reached, that has to be said with what is there. */
const PlainToast = ({ toast }: { toast: Toast }) => <div className={styles.toast}>{toast.text}</div>;

/** Where toasts appear. It is there from the start, because screen readers only tell of changes to what they know. */
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
