import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { createSemaphore } from '../../semaphore.ts';
import { covers, isSameCursor } from '../events/outbox/cursor.ts';
import { readOutbox } from '../events/outbox/reader.ts';
import type { StreamCursor } from './cursor.ts';
import type { Follower } from './follower.ts';
import { justMoved } from './operations.ts';
import { pace } from './pace.ts';
import { end, isOpen, type Stream, send, untilTaken } from './stream.ts';
import { toStreamText } from './stream-text.ts';

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
  from: StreamCursor,
): Promise<void> {
  await untilNotAhead(follower, stream, from);
  let cursor = from;
  while (isOpen(stream)) {
    if (await follower.betweenReads(() => joinIfLevel(follower, stream, cursor))) return;
    const upTo = reachOf(follower);
    if (cursor.numbering !== upTo.numbering) return end(stream);
    if (isSameCursor(cursor, upTo)) await sleep(pace.pollMs);
    else cursor = await sendPage(context, follower, stream, cursor);
  }
}

/**
 * Its cursor may come from a process that is a moment ahead of this one. When the follower has read all there is, it has
 * seen what that process had, unless it is gone.
 */
async function untilNotAhead(follower: Follower, stream: Stream, from: StreamCursor): Promise<void> {
  const { begun } = follower.reads();
  while (isOpen(stream) && !covers(follower.cursor(), from) && follower.reads().lastOfAll <= begun)
    await sleep(pace.pollMs);
}

function joinIfLevel(follower: Follower, stream: Stream, cursor: StreamCursor): boolean {
  const isLevel = cursor.numbering === follower.cursor().numbering && isSameCursor(cursor, follower.cursor());
  if (isLevel && isOpen(stream)) follower.join(stream);
  return isLevel;
}

/** What the follower is in the midst of is left to it. */
const reachOf = (follower: Follower): StreamCursor => ({ ...follower.cursor(), begun: null });

/** Says how far the stream has come. It reads as far as the follower is by then, not as it was before it had to wait. */
async function sendPage(
  context: Context,
  follower: Follower,
  stream: Stream,
  after: StreamCursor,
): Promise<StreamCursor> {
  const { events, end } = await reads.run(async () => {
    if (!isOpen(stream)) return { events: [], end: after };
    const wanted = { teamIds: stream.teamIds, limit: pageSize };
    const page = await readOutbox(context.pools.following, { after, upTo: reachOf(follower) }, wanted);
    if (page.numbering !== after.numbering) throw justMoved();
    return { events: await toStreamText(context, page, after.numbering), end: { ...after, ...page.end } };
  });
  for (const { text } of events) {
    send(stream, text);
    await untilTaken(stream);
  }
  return end;
}
