import type { ReactNode } from 'react';
import { toasts } from '../components/toasts.ts';
import { useLayer } from './layers.ts';
import { overlay } from './overlay.tsx';

/** Lazy-loaded overlay content: fetched when the page is idle, or when the overlay opens. */
export interface Later<Module> {
  prefetch(): void;
  open(render: (module: Module) => ReactNode): void;
}

export function later<Module>(load: () => Promise<Module>): Later<Module> {
  let loaded: Module | undefined;
  const fetchIt = async () => {
    loaded ??= await load();
    return loaded;
  };
  return {
    prefetch: () => void fetchIt().catch(() => undefined),
    open(render) {
      if (loaded) return overlay.open(render(loaded));
      const loading = <Loading />;
      overlay.open(loading);
      const isStillWanted = () => overlay.content === loading;
      fetchIt().then(
        (module) => isStillWanted() && overlay.open(render(module)),
        () => {
          if (isStillWanted()) overlay.close();
          toasts.show({ text: 'Could not load this: the service is unreachable', isProblem: true });
        },
      );
    },
  };
}

/** While it loads, shortcuts are blocked and Escape cancels. */
function Loading() {
  useLayer(true, overlay.close);
  return null;
}
