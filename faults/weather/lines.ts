import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../apps/server/src/db/connection.ts';
import { type OpenLine, openLine } from '../../apps/server/test/line.ts';
import type { Fault } from '../core/fault.ts';
import { throughWeather } from './database.ts';

/** A database that is far away: every message takes 40 ms, each way. */
export const slowLine: Fault = {
  name: 'line-slow',
  about: 'every message to and from PostgreSQL takes 40 ms',
  async run(hand) {
    let line: OpenLine | undefined;
    const installation = await hand.open({
      async route(url) {
        line = await openLine(url, { delayMs: 40 });
        return line.url;
      },
    });
    await throughWeather(hand, installation, () => sleep(5_000));
    line?.close();
  },
};

/** A network that swallows everything: connections stay open, and nothing comes through them. */
export const halfOpenLine: Fault = {
  name: 'line-half-open',
  about: 'connections to PostgreSQL stay open for 20 s, but nothing comes through; then they are reset',
  async run(hand) {
    let line: OpenLine | undefined;
    const installation = await hand.open({
      async route(url) {
        line = await openLine(url);
        return line.url;
      },
    });
    await throughWeather(hand, installation, async ({ health }) => {
      line?.silence();
      health.clear();
      await sleep(20_000);
      hand.healthTells(health);
      line?.mend();
    });
    line?.close();
  },
};

const mostConnections = 60;

/** Others have taken all of PostgreSQL's connections: the service has those that it has. */
export const noConnections: Fault = {
  name: 'connections-used-up',
  about: `all ${mostConnections} connections of PostgreSQL in use by others for 10 s`,
  async run(hand) {
    const installation = await hand.open({ postgres: { max_connections: String(mostConnections) } });
    const others = connect(installation.postgres.url, { max: mostConnections, onError() {} });
    await throughWeather(hand, installation, async () => {
      // Those that find a place keep it; those that do not are refused, which is what this is about.
      const holding = Array.from({ length: mostConnections }, () => sql`select pg_sleep(10)`.execute(others));
      const outcomes = await Promise.allSettled(holding);
      const refused = outcomes.filter(({ status }) => status === 'rejected').length;
      hand.expect('connections that were refused to others', 'some', String(refused), refused > 0);
      await others.destroy();
    });
  },
};
