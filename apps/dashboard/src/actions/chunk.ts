import { whenCalm } from '../calm.ts';
import { later } from './later.tsx';

/** The chunk with all menus and dialogs. */
export const menus = later(() => import('./menus.ts'));
export const palette = later(() => import('./palette/palette.tsx'));

/** Prefetches the chunk when the page is idle, so that menus open immediately. */
export function prefetchWhenCalm(): void {
  void whenCalm.then(() => {
    menus.prefetch();
    palette.prefetch();
  });
}
