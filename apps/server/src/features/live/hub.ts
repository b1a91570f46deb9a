import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { tooManyAtOnce, unavailable } from '../../errors.ts';
import { selectStreamRows, toTexts } from './events.ts';
import { Follower, isTold } from './follower.ts';
import { formatPlace, type Place, type Start } from './place.ts';
import { end, isOpen, pace, type Stream, send, untilTaken } from './stream.ts';

/** Somebody with a few dozen tabs is served; a client that opens streams in a loop cannot use up the process. */
const mostPerUser = 100;

/** A stream that catches up holds one page in memory for as long as its reader takes. */
const pageSize = 100;

/** After a restart everybody comes back at once, and others need the database too. */
const catchUps = pLimit(2);

/** All open streams of this process. While there are none, nothing runs. */
export class Hub {
  readonly #context: Context;
  readonly #streams = new Set<Stream>();
  /** There is one while there are streams. */
  #follower: Follower | undefined;
  #watching: Running[] = [];
  #isStopping = false;

  constructor(context: Context) {
    this.#context = context;
    context.metrics.onRead(() => context.metrics.liveStreams.set(this.#streams.size));
    context.signals.on('events', () => this.#follower?.wake());
  }

  demandRoom(userId: number): void {
    if (this.#isStopping) throw unavailable('The service is stopping; try again in a moment');
    let count = 0;
    for (const stream of this.#streams) if (stream.userId === userId) count++;
    if (count >= mostPerUser)
      throw tooManyAtOnce(`A user can have ${mostPerUser} live streams at once; close another one first`);
  }

  /** The greeting names the place where the stream begins, so that a reader without any event can go on from there. */
  open(stream: Stream, { from, now, mustReload }: Start): void {
    if (this.#isStopping) {
      end(stream);
      return;
    }
    this.#streams.add(stream);
    stream.response.once('close', () => this.#remove(stream));
    if (!isOpen(stream)) {
      this.#remove(stream);
      return;
    }
    const follower = this.#start(now);
    const reload = mustReload ? 'event: reload\ndata: {}\n' : '';
    send(stream, `: connected\nretry: 2000\nid: ${formatPlace(from)}\n${reload}\n`);
    this.#catchUp(stream, follower).catch((error) => {
      // Its reader comes back, and goes on from the last event that it got.
      if (isOpen(stream)) this.#context.log.warn({ err: error }, 'a live stream could not go on');
      end(stream);
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endAll();
    await this.#rest();
  }

  #start(now: Place): Follower {
    if (this.#follower) return this.#follower;
    const { loops } = this.#context;
    let tick = 0;
    // Apart from each other: heartbeats do not wait for the database.
    this.#watching = [
      loops.start({ name: 'live heartbeats', step: async () => this.#sendHeartbeats(++tick) }),
      loops.start({ name: 'live access', step: () => this.#endVoidStreams() }),
    ];
    this.#follower = new Follower(this.#context, now, () => this.#endAll());
    return this.#follower;
  }

  async #rest(): Promise<void> {
    const running = [...this.#watching, ...(this.#follower ? [this.#follower] : [])];
    this.#watching = [];
    this.#follower = undefined;
    await Promise.all(running.map((each) => each.stop()));
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    this.#follower?.leave(stream);
    if (this.#streams.size === 0) this.#rest();
  }

  #endAll(): void {
    for (const stream of this.#streams) end(stream);
  }

  /** Sends what the stream has missed, in pages; then the stream joins the follower. */
  async #catchUp(stream: Stream, follower: Follower): Promise<void> {
    while (isOpen(stream)) {
      const { seq } = follower.place;
      if (stream.after === seq) return follower.join(stream);
      if (stream.after < seq) {
        await this.#sendPage(stream, seq);
      } else {
        // Its place comes from a process that is a moment ahead of this one.
        follower.wake();
        await sleep(10);
      }
    }
  }

  async #sendPage(stream: Stream, upTo: number): Promise<void> {
    const { teamIds, after } = stream;
    const { rows, events } = await catchUps(async () => {
      const page = { teamIds, after, upTo };
      const rows = await selectStreamRows(this.#context.pools.following, page, pageSize);
      return { rows, events: await toTexts(this.#context, rows) };
    });
    for (const event of events) {
      // A client reads the catalogues when it opens a stream.
      if (!isTold(stream, event) || (event.isCatalogue && event.seq <= stream.openedAt)) continue;
      send(stream, event.text);
      await untilTaken(stream);
    }
    stream.after = rows.length === pageSize ? (rows.at(-1) as Place).seq : upTo;
  }

  #sendHeartbeats(tick: number): number {
    // Not all users at the same tick.
    for (const stream of this.#streams)
      if ((tick + stream.userId) % pace.ticksPerHeartbeat === 0) send(stream, ': heartbeat\n\n');
    return pace.tickMs;
  }

  async #endVoidStreams(): Promise<number> {
    const checked = [...this.#streams];
    const userIds = new Set(checked.map(({ userId }) => userId));
    const accesses = await selectAccess(this.#context.pools.following, [...userIds]);
    const byUser = new Map(accesses.map((access) => [access.id, access]));
    for (const stream of checked) if (!mayListen(stream, byUser.get(stream.userId))) end(stream);
    return pace.tickMs;
  }
}

interface Access {
  id: number;
  tokens_valid_from: number;
  team_ids: number[];
}

function selectAccess(db: Db, userIds: number[]): Promise<Access[]> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'tokens_valid_from',
      sql<number[]>`array(select team_id from memberships where user_id = users.id)`.as('team_ids'),
    ])
    .where('id', '=', sql<number>`any(${userIds})`)
    .execute();
}

/** A user who has joined another team, and listens to all, has to connect again for it. */
function mayListen(stream: Stream, access: Access | undefined): boolean {
  if (!access || stream.expiresAt <= Date.now() / 1000 || stream.issuedAt < access.tokens_valid_from)
    return false;
  if (stream.isOfAllTeams && stream.teamIds.length !== access.team_ids.length) return false;
  return stream.teamIds.every((id) => access.team_ids.includes(id));
}
