import { keptHere } from '../../session/kept.ts';

/**
 * Unsent text, stored in the browser, so that it survives a reload and the end of the session. The key contains the
 * user, because a browser can be shared, and the place: a new comment on a bug, or an edited comment.
 */
export const drafts = {
  read: (place: string): string => keptHere.get(keyOf(place)) ?? '',

  write(place: string, text: string): void {
    if (text.trim()) keptHere.set(keyOf(place), text);
    else keptHere.remove(keyOf(place));
  },
};

export const newComment = (user: number, bug: number): string => `${user}.${bug}`;
export const editedComment = (user: number, comment: number): string => `${user}.comment.${comment}`;

const keyOf = (place: string): string => `skep.draft.${place}`;
