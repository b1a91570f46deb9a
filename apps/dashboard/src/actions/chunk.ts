import { createElement, type ReactNode } from 'react';
import { whenCalm } from '../calm.ts';
import { toasts } from '../components/toasts.ts';
import { keepEarlyKeys } from './early-keys.ts';
import { overlay } from './overlay.tsx';

/** Contents of overlays that are not part of the first page: fetched when the page is idle, at the latest when one is opened. */
export interface Chunk<Module> {
  prefetch(): void;
  open(render: (module: Module) => ReactNode): void;
}

export function chunk<Module>(load: () => Promise<Module>): Chunk<Module> {
  let loaded: Module | undefined;
  const fetchIt = async () => {
    loaded ??= await load();
    return loaded;
  };
  return {
    prefetch: () => void fetchIt().catch(() => undefined),
    open(render) {
      if (loaded) return overlay.open(render(loaded));
      // Until it has come, keys are kept for it.
      const nothing = createElement('div');
      overlay.open(nothing);
      const isStillWanted = () => overlay.content === nothing;
      const keys = keepEarlyKeys(isStillWanted, overlay.close);
      fetchIt().then(
        (module) => {
          if (!isStillWanted()) return keys.drop();
          overlay.open(render(module));
          return keys.replay();
        },
        () => {
          keys.drop();
          if (isStillWanted()) overlay.close();
          toasts.show({ text: 'This could not be loaded: the service cannot be reached', isProblem: true });
        },
      );
    },
  };
}

/** Every menu and dialog. */
export const menus = chunk(() => import('./menus.ts'));
export const palette = chunk(() => import('./palette/palette.tsx'));

/** Fetches them while nobody needs anything else, so that a key opens each of them at once. */
export function prefetchWhenCalm(): void {
  void whenCalm.then(() => {
    menus.prefetch();
    palette.prefetch();
  });
}
