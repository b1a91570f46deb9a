import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../apps/server/src/db/connection.ts';
import { openTcpProxy, type TcpProxy } from '../../apps/server/test/tcp-proxy.ts';
import type { Fault } from '../core/harness.ts';
import { runDuringFault } from './database.ts';

export const slowNetwork: Fault = {
  name: 'network-slow',
  description: '40 ms latency in each direction between service and PostgreSQL',
  async run(harness) {
    let line: TcpProxy | undefined;
    const installation = await harness.open({
      async route(url) {
        line = await openTcpProxy(url, { delayMs: 40 });
        return line.url;
      },
    });
    await runDuringFault(harness, installation, () => sleep(5_000));
    line?.close();
  },
};

export const halfOpenConnections: Fault = {
  name: 'network-half-open',
  description: 'connections to PostgreSQL silently drop all data for 20 s, then are reset',
  async run(harness) {
    let line: TcpProxy | undefined;
    const installation = await harness.open({
      async route(url) {
        line = await openTcpProxy(url);
        return line.url;
      },
    });
    await runDuringFault(harness, installation, async ({ health }) => {
      line?.silence();
      health.clear();
      await sleep(20_000);
      harness.expectHealthError(health);
      line?.mend();
    });
    line?.close();
  },
};

const maxConnections = 60;

/** Other clients use up max_connections, so the service must live with its open connections. */
export const noConnections: Fault = {
  name: 'connections-used-up',
  description: `all ${maxConnections} PostgreSQL connections in use by other clients for 10 s`,
  async run(harness) {
    const installation = await harness.open({ postgres: { max_connections: String(maxConnections) } });
    const others = connect(installation.postgres.url, { max: maxConnections, onError() {} });
    await runDuringFault(harness, installation, async () => {
      const holding = Array.from({ length: maxConnections }, () => sql`select pg_sleep(10)`.execute(others));
      const outcomes = await Promise.allSettled(holding);
      const refused = outcomes.filter(({ status }) => status === 'rejected').length;
      harness.expect('connections refused to other clients', 'some', String(refused), refused > 0);
      await others.destroy();
    });
  },
};
