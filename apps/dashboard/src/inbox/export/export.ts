import { toasts } from '../../components/toasts.ts';
import type { BugFilter } from '../../store/types.ts';

/** Exports the filtered list as CSV. The implementation is loaded on demand. */
export async function exportBugs(filter: BugFilter): Promise<void> {
  try {
    const { download } = await import('./download.ts');
    download(filter);
  } catch {
    toasts.show({ text: 'Could not export: the service is unreachable', isProblem: true });
  }
}
