import type { Loop } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { type EventText, selectStreamRows, toTexts } from './events.ts';
import { comparePosition, type Position } from './position.ts';
import { pace, type Stream, send } from './stream.ts';

const batchSize = 1_000;

/** Reads new events once for all caught-up streams of the process. */
export class Follower {
  /** Events up to here have been sent or are about to be sent. */
  place: Position;
  readonly #context: Context;
  /** Ends all streams: after a restore their positions are meaningless. */
  readonly #onLost: () => void;
  readonly #listeners = new Map<number, Set<Stream>>();
  readonly #loop: Loop;

  constructor(context: Context, place: Position, onLost: () => void) {
    this.#context = context;
    this.place = place;
    this.#onLost = onLost;
    this.#loop = context.loops.start({ name: 'live updates', step: () => this.#step() });
  }

  wake(): void {
    this.#loop.wake();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  join(stream: Stream): void {
    for (const teamId of stream.teamIds) {
      const ofTeam = this.#listeners.get(teamId) ?? new Set();
      this.#listeners.set(teamId, ofTeam.add(stream));
    }
  }

  leave(stream: Stream): void {
    for (const teamId of stream.teamIds) {
      const ofTeam = this.#listeners.get(teamId);
      ofTeam?.delete(stream);
      if (ofTeam?.size === 0) this.#listeners.delete(teamId);
    }
  }

  /** The position advances first: a stream that joins meanwhile has already caught up to it. */
  async #step(): Promise<number> {
    const { pools, log } = this.#context;
    const from = this.place;
    const { last, isKnown } = await comparePosition(pools.following, from);
    this.place = last;
    if (!isKnown) {
      log.warn('database history changed, closing live streams');
      this.#onLost();
      return 0;
    }
    let reached = from;
    try {
      while (reached.seq < last.seq) reached = await this.#sendRange(reached, last);
    } catch (error) {
      this.place = reached;
      throw error;
    }
    return pace.pollMs;
  }

  async #sendRange(from: Position, last: Position): Promise<Position> {
    const range = { teamIds: [...this.#listeners.keys()], after: from.seq, upTo: last.seq };
    const rows = await selectStreamRows(this.#context.pools.following, range, batchSize);
    this.#fanOut(await toTexts(this.#context, rows));
    return rows.length === batchSize ? (rows.at(-1) as Position) : last;
  }

  /** Consecutive events of a team are sent as one chunk, shared by all streams. */
  #fanOut(events: EventText[]): void {
    let text = '';
    for (const [index, event] of events.entries()) {
      text += event.text;
      const next = events[index + 1];
      if (next?.teamId === event.teamId && next.userId === event.userId) continue;
      const chunk = Buffer.from(text);
      for (const stream of this.#listeners.get(event.teamId) ?? [])
        if (stream.after < event.seq && isRecipient(stream, event)) send(stream, chunk);
      text = '';
    }
  }
}

export const isRecipient = (stream: Stream, { userId }: EventText): boolean =>
  userId === null || userId === stream.userId;
