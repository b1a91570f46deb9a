import { useInbox } from '../inbox/inbox-context.ts';

/** Opens another bug in the current view: beside the list, or as a page. */
export function useOpen(): (id: number) => void {
  const { page, go } = useInbox();
  return page === 'bug' ? go.full : go.beside;
}
