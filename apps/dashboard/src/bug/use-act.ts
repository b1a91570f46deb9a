import { allActions } from '../actions/all.ts';
import { useInbox } from '../inbox/inbox-context.ts';

/** Runs an action on this bug and ignores the selection in the list. */
export function useAct(bugId: number): (actionId: string, from: Element) => void {
  const { actionContext } = useInbox();
  return (actionId, from) =>
    allActions()
      .find(({ id }) => id === actionId)
      ?.run({ ...actionContext(), target: { ids: [bugId] } }, from);
}
