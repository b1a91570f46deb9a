import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { createSemaphore } from '../../semaphore.ts';
import { covers, isSamePlace } from '../events/place.ts';
import { selectStretch } from '../events/stretch.ts';
import { toEvents } from './events.ts';
import type { Follower } from './follower.ts';
import { justMoved } from './operations.ts';
import { pace } from './pace.ts';
import type { LivePlace } from './place.ts';
import { end, isOpen, type Stream, send, untilTaken } from './stream.ts';

/** Pages are small: a reader who takes its time holds one of them in memory. */
const pageSize = 100;

/** After a restart everybody comes back at once, and others need the database too. */
const reads = createSemaphore({ atOnce: 2, mostWaiting: Number.POSITIVE_INFINITY });

/**
 * Sends what a stream has missed, and hands it over to the follower. The stream reads by itself and only what the follower
 * has seen, so it is never ahead. When it stands exactly where the follower does, and the follower is not reading just
 * then, it joins: what it has got so far and what the follower sends from then on meet without a gap or a double. While
 * the follower moves on quicker than that, the stream is served by its own reads.
 */
export async function catchUp(
  context: Context,
  follower: Follower,
  stream: Stream,
  from: LivePlace,
): Promise<void> {
  await untilNotAhead(follower, stream, from);
  let place = from;
  while (isOpen(stream)) {
    if (await follower.betweenReads(() => joinIfLevel(follower, stream, place))) return;
    const upTo = reachOf(follower);
    if (place.numbering !== upTo.numbering) return end(stream);
    if (isSamePlace(place, upTo)) await sleep(pace.pollMs);
    else place = await sendPage(context, follower, stream, place);
  }
}

/**
 * Its place may come from a process that is a moment ahead of this one. When the follower has read all there is, it has
 * seen what that process had, unless it is gone.
 */
async function untilNotAhead(follower: Follower, stream: Stream, from: LivePlace): Promise<void> {
  const { begun } = follower.reads();
  while (isOpen(stream) && !covers(follower.place(), from) && follower.reads().lastOfAll <= begun)
    await sleep(pace.pollMs);
}

function joinIfLevel(follower: Follower, stream: Stream, place: LivePlace): boolean {
  const isLevel = place.numbering === follower.place().numbering && isSamePlace(place, follower.place());
  if (isLevel && isOpen(stream)) follower.join(stream);
  return isLevel;
}

/** What the follower is in the midst of is left to it. */
const reachOf = (follower: Follower): LivePlace => ({ ...follower.place(), begun: null });

/** Says how far the stream has come. It reads as far as the follower is by then, not as it was before it had to wait. */
async function sendPage(
  context: Context,
  follower: Follower,
  stream: Stream,
  after: LivePlace,
): Promise<LivePlace> {
  const { events, end } = await reads.run(async () => {
    if (!isOpen(stream)) return { events: [], end: after };
    const wanted = { teamIds: stream.teamIds, limit: pageSize };
    const page = await selectStretch(context.pools.following, { after, upTo: reachOf(follower) }, wanted);
    if (page.numbering !== after.numbering) throw justMoved();
    return { events: await toEvents(context, page, after.numbering), end: { ...after, ...page.end } };
  });
  for (const { text } of events) {
    send(stream, text);
    await untilTaken(stream);
  }
  return end;
}
