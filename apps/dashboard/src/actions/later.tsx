import type { ReactNode } from 'react';
import { toasts } from '../components/toasts.ts';
import { useLayer } from './layers.ts';
import { overlay } from './overlay.tsx';

/** Contents of overlays that are not part of the first page: fetched when the page is idle, at the latest when one is opened. */
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

/** Keys that are pressed meanwhile do nothing below it, and Escape calls it off. */
function Loading() {
  useLayer(true, overlay.close);
  return null;
}
