export interface Toast {
  id: number;
  /** Message. */
  text: string;
  action?: { label: string; keys?: string; run(): void };
  isProblem?: boolean;
}

/** Maximum number of visible toasts; older ones are removed. */
const most = 3;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Store of toasts, usable from anywhere. */
export const toasts = {
  show(toast: Omit<Toast, 'id'>): number {
    const id = ++lastId;
    set([...shown, { ...toast, id }].slice(-most));
    return id;
  },
  hide(id: number): void {
    if (shown.some((toast) => toast.id === id)) set(shown.filter((toast) => toast.id !== id));
  },
  all: () => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
