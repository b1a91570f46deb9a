import { type Stream, send } from './stream.ts';
import type { EventText } from './stream-text.ts';

/** Streams by the teams that they are about. */
export type Listeners = Map<number, Set<Stream>>;

export function addListener(listeners: Listeners, stream: Stream): void {
  for (const teamId of stream.teamIds) {
    const ofTeam = listeners.get(teamId) ?? new Set();
    listeners.set(teamId, ofTeam.add(stream));
  }
}

export function removeListener(listeners: Listeners, stream: Stream): void {
  for (const teamId of stream.teamIds) {
    const ofTeam = listeners.get(teamId);
    ofTeam?.delete(stream);
    if (ofTeam?.size === 0) listeners.delete(teamId);
  }
}

/**
 * Everybody gets the same bytes. Events that follow each other in one team go out together, but never before those of
 * another team that stand between them: a stream of several teams must be able to go on from whatever came last.
 */
export function fanOut(listeners: Listeners, events: EventText[]): void {
  let text = '';
  for (const [index, event] of events.entries()) {
    text += event.text;
    if (events[index + 1]?.teamId === event.teamId) continue;
    const chunk = Buffer.from(text);
    for (const stream of listeners.get(event.teamId) ?? []) send(stream, chunk);
    text = '';
  }
}
