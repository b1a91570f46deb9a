import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Client } from './lost-statements.ts';
import { goodbyeMs, patience } from './patience.ts';

const pingEveryMs = 400;

/**
 * Notices when the server falls silent, as one that is stopped or cut off does: it takes statements and answers none. Those
 * under way are given up then, and none is begun until it answers again. How long a single statement takes says nothing
 * about that, so the watch has a connection of its own.
 */
export interface ServerWatch {
  /** Gives this connection up, too, when the server falls silent. */
  guard(client: Client): void;
  isSilent(): boolean;
  /** Resolves when its connection is closed. */
  stop(): Promise<void>;
}

export function watchServer(url: string): ServerWatch {
  const { silenceMs } = patience;
  const guarded = new Set<Client>();
  const stopping = new AbortController();
  let own: Client | undefined;
  let isSilent = false;

  async function ping(): Promise<void> {
    if (!own) {
      own = new pg.Client({ connectionString: url, application_name: 'skep' }) as unknown as Client;
      // A connection that breaks fails the next ping.
      own.on('error', () => {});
      await own.connect();
    }
    await own.query('select 1');
  }

  function hangUp(): void {
    own?.connection.stream.destroy();
    own = undefined;
  }

  async function look(): Promise<void> {
    const answer = ping().then(
      () => 'well' as const,
      () => 'refused' as const,
    );
    const heard = new AbortController();
    const found = await Promise.race([answer, silence(silenceMs, heard.signal)]);
    heard.abort();
    isSilent = found === 'silence';
    if (found !== 'well') hangUp();
    if (isSilent) for (const client of guarded) giveUp(client);
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(pingEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    // A server that is stopped next would cut off whoever has not said goodbye.
    if (own) await Promise.race([own.end(), sleep(goodbyeMs, undefined, { ref: false })]);
    hangUp();
  }
  const following = follow();

  return {
    guard(client) {
      guarded.add(client);
      client.once('end', () => guarded.delete(client));
    },
    isSilent: () => isSilent,
    stop() {
      stopping.abort();
      return following;
    },
  };
}

const tickMs = 200;

/**
 * Counts the time for which nothing came although this process could have read it. While it was too busy to read, the timer
 * was late, too; so each tick counts for as long as it should have taken, and not for as long as it took.
 */
async function silence(ms: number, heard: AbortSignal): Promise<'silence'> {
  for (let passedMs = 0; passedMs < ms && !heard.aborted; passedMs += tickMs) {
    await sleep(tickMs, undefined, { ref: false, signal: heard }).catch(() => {});
    await nextTurn();
  }
  return 'silence';
}

/**
 * Closes a connection whose statement has had no answer, and asks the server to cancel the statement, if it ever hears that.
 * Whoever got the connection next would wait behind the same silence.
 */
export function giveUp(client: Client): void {
  if (client.readyForQuery) return;
  cancel(client);
  client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
}

/** The number by which the server tells a request to cancel from the beginning of a session. */
const cancelRequest = 80_877_102;
const cancelAtMostMs = 5_000;

/** Sends a CancelRequest on a connection of its own, as the protocol wants it. Nothing comes back. */
function cancel({ host, port, processID, secretKey }: Client): void {
  // Some connection poolers name no session.
  if (!processID) return;
  const packet = Buffer.alloc(16);
  for (const [index, value] of [16, cancelRequest, processID, secretKey].entries())
    packet.writeInt32BE(value, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(cancelAtMostMs, () => socket.destroy()).unref();
  socket.on('error', () => {}).end(packet);
}
