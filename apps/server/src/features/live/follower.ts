import type { Loop } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { type EventText, selectStreamRows, toTexts } from './events.ts';
import { comparePlace, type Place } from './place.ts';
import { pace, type Stream, send } from './stream.ts';

const rowsAtOnce = 1_000;

/** Reads what is numbered, once for all streams of the process that have got everything up to its place. */
export class Follower {
  /** What it has seen is sent, or about to be sent, to those who listen. */
  place: Place;
  readonly #context: Context;
  /** Ends all streams: the database has another history, in which their places mean nothing. */
  readonly #onLost: () => void;
  readonly #listeners = new Map<number, Set<Stream>>();
  readonly #loop: Loop;

  constructor(context: Context, place: Place, onLost: () => void) {
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

  /** The place moves first: a stream that joins meanwhile has got everything up to there by itself. */
  async #step(): Promise<number> {
    const { pools, log } = this.#context;
    const from = this.place;
    const { last, isKnown } = await comparePlace(pools.following, from);
    this.place = last;
    if (!isKnown) {
      log.warn('database history changed: live streams are closed and have to reload');
      this.#onLost();
      return 0;
    }
    let reached = from;
    try {
      while (reached.seq < last.seq) reached = await this.#tellAll(reached, last);
    } catch (error) {
      this.place = reached;
      throw error;
    }
    return pace.pollMs;
  }

  async #tellAll(from: Place, last: Place): Promise<Place> {
    const range = { teamIds: [...this.#listeners.keys()], after: from.seq, upTo: last.seq };
    const rows = await selectStreamRows(this.#context.pools.following, range, rowsAtOnce);
    this.#fanOut(await toTexts(this.#context, rows));
    return rows.length === rowsAtOnce ? (rows.at(-1) as Place) : last;
  }

  /** Events of one team that follow each other go out together, as the same bytes for everybody. */
  #fanOut(events: EventText[]): void {
    let text = '';
    for (const [index, event] of events.entries()) {
      text += event.text;
      const next = events[index + 1];
      if (next?.teamId === event.teamId && next.userId === event.userId) continue;
      const chunk = Buffer.from(text);
      for (const stream of this.#listeners.get(event.teamId) ?? [])
        if (stream.after < event.seq && isTold(stream, event)) send(stream, chunk);
      text = '';
    }
  }
}

export const isTold = (stream: Stream, { userId }: EventText): boolean =>
  userId === null || userId === stream.userId;
