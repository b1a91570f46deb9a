import { useInbox } from '../inbox/inbox-context.ts';

/** Opens another bug where this one is: beside the list, or as a page. */
export function useOpen(): (id: number) => void {
  const { page, go } = useInbox();
  return page === 'bug' ? go.full : go.beside;
}
