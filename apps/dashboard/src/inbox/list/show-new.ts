import type { ListWindow } from '../../store/list.ts';
import type { Elements } from '../elements.ts';

/** Lets new reports into the list and scrolls up to them. */
export function showNew(list: ListWindow | null, elements: Elements): void {
  list?.showNew();
  elements.get('list')?.scrollTo({ top: 0 });
}
