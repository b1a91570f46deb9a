import type { BugGroup } from '@skep/vocabulary';
import { createContext, useContext } from 'react';
import type { ActionContext } from '../actions/action-context.ts';
import type { BugFilter } from '../store/types.ts';
import type { Go } from './frame/use-go.ts';
import type { Places } from './list/places.ts';

/** Context of all components in the layout. */
export interface InboxContext extends Omit<ActionContext, 'target' | 'go'> {
  /** The filter of the list; null while the team is unknown, or if there is none. */
  filter: BugFilter | null;
  group: BugGroup | undefined;
  go: Go;
  places: Places;
  /** The current context of actions. */
  actionContext(): ActionContext;
}

export const InboxContext = createContext<InboxContext | null>(null);

export function useInbox(): InboxContext {
  const context = useContext(InboxContext);
  if (!context) throw new Error('This belongs into the frame of the inbox');
  return context;
}
