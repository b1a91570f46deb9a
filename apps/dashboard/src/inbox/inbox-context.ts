import type { BugGroup } from '@skep/vocabulary';
import { createContext, useContext } from 'react';
import type { ActionContext } from '../actions/action-context.ts';
import type { BugFilter } from '../store/types.ts';
import type { Go } from './frame/use-go.ts';
import type { Places } from './list/places.ts';

/** What everything in the frame stands on. */
export interface InboxContext extends Omit<ActionContext, 'target' | 'go'> {
  /** What is listed; null as long as it is not known for which team, or when there is none. */
  filter: BugFilter | null;
  /** How it is grouped where it is shown. */
  group: BugGroup | undefined;
  go: Go;
  places: Places;
  /** What actions find when they run now. */
  actionContext(): ActionContext;
}

export const InboxContext = createContext<InboxContext | null>(null);

export function useInbox(): InboxContext {
  const context = useContext(InboxContext);
  if (!context) throw new Error('This belongs into the frame of the inbox');
  return context;
}
