import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Position } from '../events/queries.ts';
import { selectStretch } from '../events/stretch.ts';
import { toEvents } from './events.ts';
import type { Follower } from './follower.ts';
import { pace } from './pace.ts';
import { comparePositions } from './position.ts';
import { isOpen, type Stream, send, untilTaken } from './stream.ts';
import { createTurns } from './turns.ts';

/** Pages are small: a reader who takes its time holds one of them in memory. */
const pageSize = 100;

/** After a restart everybody comes back at once, and others need the database too. */
const inTurn = createTurns(2);

/**
 * Sends what a stream has missed, and hands it over to the follower. The stream reads by itself and only as far as the
 * follower has come, so it is never ahead. When it stands exactly where the follower does, and the follower is not reading
 * just then, it joins: what it has got so far and what the follower sends from then on meet without a gap or a double.
 * While the follower moves on quicker than that, the stream is served by its own reads.
 */
export async function catchUp(
  context: Context,
  follower: Follower,
  stream: Stream,
  from: Position,
): Promise<void> {
  let position = from;
  while (isOpen(stream)) {
    const distance = await follower.betweenReads(() => joinIfLevel(follower, stream, position));
    if (distance === 0) return;
    // It comes from a process that is a moment ahead of this one.
    if (distance > 0) await sleep(pace.pollMs);
    else position = await sendPage(context, stream, position, follower.position());
  }
}

function joinIfLevel(follower: Follower, stream: Stream, position: Position): number {
  const distance = comparePositions(position, follower.position());
  if (distance === 0 && isOpen(stream)) follower.join(stream);
  return distance;
}

/** Says how far the stream has come. */
async function sendPage(
  context: Context,
  stream: Stream,
  after: Position,
  upTo: Position,
): Promise<Position> {
  const { events, end } = await inTurn(async () => {
    if (!isOpen(stream)) return { events: [], end: after };
    const wanted = { teamIds: stream.teamIds, limit: pageSize };
    const { rows, end } = await selectStretch(context.db, { after, upTo }, wanted);
    return { events: await toEvents(context, rows), end };
  });
  for (const { text } of events) {
    send(stream, text);
    await untilTaken(stream);
  }
  return end;
}
