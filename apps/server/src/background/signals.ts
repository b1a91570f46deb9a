import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ServerClient } from '../db/client.ts';
import type { Trx } from '../db/connection.ts';
import { serversOf } from '../db/servers.ts';
import type { Running } from './loop.ts';

const topics = ['outbox', 'events', 'deliveries', 'search'] as const;

/** `outbox`: rows that this process has committed · `events`: numbered events · `deliveries`, `search`: background work */
export type Topic = (typeof topics)[number];

const channel = 'skep_signals';

/** Wakes background loops when there is work. Signals can be lost, so every loop also polls. */
export class Signals extends EventEmitter<Record<Topic, []>> {
  readonly #sender = randomUUID();

  wake(given: Iterable<Topic>): void {
    for (const topic of given) this.emit(topic);
  }

  /** Wakes other processes on commit. `NOTIFY` serializes commits, so report ingestion does not use it. */
  async notifyOthers(trx: Trx, given: Iterable<Topic>): Promise<void> {
    const payload = [this.#sender, ...given].join(' ');
    await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
  }

  listenToOthers(databaseUrl: string): Running {
    const stopping = new AbortController();
    const listening = this.#listen(databaseUrl, stopping.signal);
    return {
      stop() {
        stopping.abort();
        return listening;
      },
    };
  }

  async #listen(databaseUrl: string, signal: AbortSignal): Promise<void> {
    const servers = serversOf(databaseUrl);
    while (!signal.aborted) {
      const client = new ServerClient({ application_name: 'skep', keepAlive: true }, servers);
      client.on('notification', ({ payload = '' }) => this.#receive(payload));
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        await once(client, 'end', { signal });
      } catch {
        // Polling covers signals lost meanwhile.
      }
      if (signal.aborted) await client.end().catch(() => {});
      else await sleep(1_000, undefined, { signal }).catch(() => {});
    }
  }

  #receive(payload: string): void {
    const [sender, ...received] = payload.split(' ');
    if (sender !== this.#sender) this.wake(topics.filter((topic) => received.includes(topic)));
  }
}
