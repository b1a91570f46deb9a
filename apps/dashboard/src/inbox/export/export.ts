import { toasts } from '../../components/toasts.ts';
import type { BugFilter } from '../../store/types.ts';

/** Downloads all that a filter lists as CSV. How that is done is fetched when somebody wants it. */
export async function exportBugs(filter: BugFilter): Promise<void> {
  try {
    const { download } = await import('./download.ts');
    download(filter);
  } catch {
    toasts.show({ text: 'Could not export: the service is unreachable', isProblem: true });
  }
}
