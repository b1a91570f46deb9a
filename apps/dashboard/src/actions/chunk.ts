import { whenCalm } from '../calm.ts';
import { later } from './later.tsx';

/** Every menu and dialog. */
export const menus = later(() => import('./menus.ts'));
export const palette = later(() => import('./palette/palette.tsx'));

/** Fetches them while nobody needs anything else, so that a key opens each of them at once. */
export function prefetchWhenCalm(): void {
  void whenCalm.then(() => {
    menus.prefetch();
    palette.prefetch();
  });
}
