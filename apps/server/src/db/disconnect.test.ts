import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { aPerson } from '../../test/builders.ts';
import { createDatabase, startNode } from '../../test/harness.ts';

it('a node that has stopped has left the database: none of its connections can be cut off when that stops too', async () => {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  for (let round = 0; round < 2; round++) {
    const database = await createDatabase();
    const node = await startNode(database);
    const { api } = await aPerson(node);
    await Promise.all(Array.from({ length: 10 }, () => api.get('/api/v1/teams')));
    const left = () =>
      admin.query('select application_name from pg_stat_activity where datname = $1', [
        new URL(database.url).pathname.slice(1),
      ]);
    expect((await left()).rows.length).toBeGreaterThan(5);
    await node.stop();
    expect((await left()).rows).toEqual([]);
  }
  await admin.end();
});
