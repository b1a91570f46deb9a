import type { ListWindow } from '../../store/list.ts';
import type { Elements } from '../elements.ts';

/** Shows new reports and scrolls to the top. */
export function showNew(list: ListWindow | null, elements: Elements): void {
  list?.showNew();
  elements.get('list')?.scrollTo({ top: 0 });
}
